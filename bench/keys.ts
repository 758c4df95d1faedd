/** Issues thousands of keys on a new data folder. `portside keys issue` for each would take minutes. */
import type { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { openSqlite } from '../src/adapters/sqlite/open.ts';
import { systemClock } from '../src/adapters/system/clock.ts';
import type { Limits } from '../src/domain/limits.ts';
import { RESOURCE_LIMIT_MAX } from '../src/domain/resources.ts';
import { KeyIssuer } from '../src/keys/key-issuer.ts';
import { hashKeyText, makeKeyText } from '../src/keys/key-text.ts';

/** Far above what a run can reach: the limits are checked on every request but refuse none. */
export const LIMITS: Limits = { perMinute: 1_000_000, perDay: 1_000_000_000 };

/** The same for what scans and certificates use. */
const resources = { storedBytes: RESOURCE_LIMIT_MAX, cpuMs: RESOURCE_LIMIT_MAX, bytesFetched: RESOURCE_LIMIT_MAX };

/** The program issues the first key. The others are copies of its rows with their own texts: a hundred thousand in seconds. */
export async function issueKeys(dataDir: string, count: number, limits: Limits = LIMITS): Promise<string[]> {
  const storage = openSqlite(join(dataDir, 'portside.db'), { lockWaitMs: 1000 });
  // These keys need not survive a power cut.
  storage.recordsFile.run('PRAGMA synchronous = OFF');
  const fields = { name: 'bench 0', scope: 'all', notes: 'delegate:on', resources, ...limits } as const;
  const { key, row } = await new KeyIssuer(storage, systemClock).issue(fields, { name: 'bench', origin: 'bench' });
  const copies = Array.from({ length: count - 1 }, () => makeKeyText(systemClock));
  copyKey(storage.recordsFile, row.id, copies);
  await storage.close();
  return [key, ...copies];
}

/** Copies key `id`, which is the newest, with its limits and its audit entry, once for each text. */
function copyKey(file: Database, id: number, texts: string[]): void {
  const copies = JSON.stringify(texts.map((text, at) => [id + 1 + at, `bench ${at + 1}`, text, hashKeyText(text)]));
  const own: Record<string, Record<string, string>> = {
    keys: {
      id: '->> 0',
      lineage_id: '->> 0',
      name: '->> 1',
      hash: '->> 3',
      prefix: 'substr(copy.value ->> 2, 1, 8)',
      last_four: 'substr(copy.value ->> 2, -4)',
    },
    resources: { lineage_id: '->> 0' },
    audit: { id: 'NULL', subject: "printf('key %d (%s)', copy.value ->> 0, copy.value ->> 1)" },
  };
  const rowOf = { keys: 'id = ?2', resources: 'lineage_id = ?2', audit: 'id = (SELECT max(id) FROM audit)' };
  file.transaction(() => {
    for (const [table, where] of Object.entries(rowOf)) {
      const columns = file.query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`).all();
      const values = columns.map(({ name }) => {
        const value = own[table]![name] ?? `template.${name}`;
        return value.startsWith('->>') ? `copy.value ${value}` : value;
      });
      file.run(
        `INSERT INTO ${table} SELECT ${values} FROM (SELECT * FROM ${table} WHERE ${where}) template, json_each(?1) copy`,
        where.includes('?2') ? [copies, id] : [copies],
      );
    }
  })();
}
