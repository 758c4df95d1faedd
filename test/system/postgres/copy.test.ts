/** A database moves to PostgreSQL and back with every row, every byte, and what limits know. */
import { describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { COPY_TABLES, CopyError, copyAll } from '../../../src/adapters/copy.ts';
import { withPostgresCopy } from '../../../src/adapters/postgres/copy.ts';
import { openPostgres } from '../../../src/adapters/postgres/open.ts';
import { withSqliteCopy } from '../../../src/adapters/sqlite/copy.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import { utcDay } from '../../../src/domain/clock.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import type { LimitRequest } from '../../../src/limits/batching-limiter.ts';
import { ErrorTally } from '../../../src/limits/error-tally.ts';
import { readKeyUsage } from '../../../src/limits/key-usage.ts';
import { setPassword } from '../../../src/operator/accounts.ts';
import { Sessions } from '../../../src/operator/sign-in/sessions.ts';
import { sampleCertificate } from '../../support/certificate-store-contract.ts';
import { openLimiter } from '../../support/limiter.ts';
import { run } from '../../support/program.ts';
import { tempDir, testClock } from '../../support/temp.ts';
import { freshDatabase, POSTGRES, POSTGRES_URL, statement } from './database.ts';

const actor = { name: 'test', origin: 'test' };
const HOUR_MS = 3_600_000;
const silent = { waiting() {}, copied() {}, verified() {} };

/** Some of everything: names no ASCII table holds, a document with every byte, counts folded and not. */
async function fill(path: string, clock: ReturnType<typeof testClock>): Promise<{ id: number; lineageId: number }> {
  const storage = openSqlite(path, { lockWaitMs: 2000 });
  storage.recordsFile.run('PRAGMA synchronous = OFF');
  const keyIssuer = new KeyIssuer(storage, clock);
  const { row } = await keyIssuer.issue(
    {
      name: 'Zürich 株式会社 \u{1F6A2}',
      scope: 'all',
      notes: "o'hara; --",
      owner: 'Zoë',
      tags: 'eu ünï',
      networks: '203.0.113.0/24 2001:db8::/32',
    },
    actor,
  );
  await keyIssuer.rotate(row.id, HOUR_MS, actor);
  for (let i = 0; i < 1200; i++)
    await keyIssuer.issue({ name: `importer ${i}`, scope: 'tariff', perDay: i + 1 }, actor);
  const document = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 31) % 256);
  for (let i = 0; i < 60; i++) {
    const once = {
      lineage: '1',
      idempotencyKey: `k ${i}`,
      bodySha256: 'b',
      gccId: sampleCertificate(i).gccId,
      forgottenAtMs: 9,
    };
    const pdf = document.subarray(i);
    await storage.certificates.insert(sampleCertificate(i, { sha256: sha256Hex(pdf) }), pdf, once);
  }
  await keyIssuer.edit(row.id, { resources: { storedBytes: 3_000_000_000, bytesFetched: 700_000_000 } }, actor);
  await storage.certificates.insert(sampleCertificate(60, { keyId: String(row.id), pdfBytes: 70_000 }), document);
  const used = { storedBytes: 0, cpuMs: 1234, bytesFetched: 2 ** 40 };
  await storage.resources.book([{ lineageId: row.id, day: utcDay(clock.ms), kind: 'settle', amounts: used }]);
  await storage.certificates.revoke({ gccId: sampleCertificate(3).gccId, atMs: 5000, reason: 'A test' }, actor);
  await setPassword(storage, clock, 'a good long password');
  const owner = (await storage.operator.find('owner'))!;
  const signIn = { atMs: 1, actor: 'owner', origin: 'o', action: 'operator.sign-in', subject: 's' };
  await new Sessions(storage, clock).start(owner, signIn, { addresses: [], forgive: () => [] });
  await storage.settings.keep('signing_key', () => 'secret');
  const summary = JSON.stringify({ added: 1 });
  const list = { listId: 'l', version: '1', importedAt: 1, sha256: 'x', summary, body: 'a body\n'.repeat(50_000) };
  await storage.tariffImports.add(list, { atMs: 1, actor: 'a', origin: 'o', action: 'tariff.import', subject: 's' });
  const tally = new ErrorTally(storage, clock);
  tally.count('tariff', row.id, 'rate_limited');
  await tally.close();
  await storage.usage.addForeignUses([{ keyId: row.id, requests: 5, lastAddress: '192.0.2.1', lastAt: clock.ms }]);
  const limiter = openLimiter(storage, clock);
  const spend = async (times: number) => {
    const limits = { perMinute: 1000, perDay: 1000 };
    const requests: LimitRequest[] = Array.from({ length: times }, (_, i) => ({
      keyId: row.id,
      lineageId: row.id,
      limits,
      product: ['tariff', 'pixel', 'entry'][i % 3]!,
    }));
    await Promise.all(requests.map((request) => limiter.admit(request)));
  };
  await spend(300);
  await limiter.rollUp();
  clock.pass(66_000);
  await limiter.rollUp();
  await spend(200);
  await limiter.close();
  await storage.close();
  return row;
}

function dump(path: string): Record<string, unknown[]> {
  const storage = openSqlite(path, { lockWaitMs: 2000 });
  const tables = COPY_TABLES.filter(
    ({ name }) =>
      !['journal', 'usage', 'usage_totals', 'usage_minutes', 'usage_hours', 'settings', 'keys'].includes(name),
  );
  const rows = Object.fromEntries(
    tables.map(({ name, key }) => [
      name,
      storage.recordsFile.query(`SELECT * FROM ${name} ORDER BY ${key.map((column) => column.name)}`).all(),
    ]),
  );
  // Rolling up on the way has moved journal rows into usage, and said when a key was last used.
  const columns = COPY_TABLES.find(({ name }) => name === 'keys')!
    .columns.map(({ name }) => name)
    .filter((name) => name !== 'last_used_at');
  rows.keys = storage.recordsFile.query(`SELECT ${columns} FROM keys ORDER BY id`).all();
  rows.settings = storage.recordsFile
    .query("SELECT * FROM settings WHERE name <> 'journal_folded_seq' ORDER BY name")
    .all();
  void storage.close();
  return rows;
}

describe.skipIf(!POSTGRES_URL)(`a database moves to ${POSTGRES} and back`, () => {
  test('by command, with every row and byte, and no limit starts anew', async () => {
    const dir = tempDir();
    const clock = testClock(Date.now() - HOUR_MS);
    const row = await fill(`${dir}/portside.db`, clock);
    const url = await freshDatabase();
    const there = await run(['migrate', 'to', url, '--data-dir', '.', '--json'], dir);
    expect([there.code, there.stderr]).toEqual([0, '']);
    const tables = JSON.parse(there.stdout) as { name: string; rows: number; sha256: string }[];
    expect(Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))).toMatchObject({
      keys: 1202,
      certificates: 61,
      resources: 1,
      resource_days: 1,
      certificate_files: 61,
      usage: 3,
      journal: 1,
    });
    const again = await run(['migrate', 'to', url, '--data-dir', '.'], dir);
    expect([again.code, again.stderr]).toEqual([1, 'The target is not empty: it has rows in audit.\n']);

    const postgres = await openPostgres(url);
    expect(await readKeyUsage(postgres, row, clock.ms)).toEqual({ minute: 0, today: 500, total: 500 });
    expect((await postgres.certificates.pdf(sampleCertificate(7).gccId))!.length).toBe(70_000 - 7);
    const limiter = openLimiter(postgres, clock);
    const limits = { perMinute: 1000, perDay: 502 };
    const requests: LimitRequest[] = Array.from({ length: 5 }, () => ({
      keyId: row.id,
      lineageId: row.id,
      limits,
      product: 'entry',
    }));
    const decisions = await Promise.all(requests.map((request) => limiter.admit(request)));
    expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, false, false, false]);
    await limiter.close();
    const issued = await new KeyIssuer(postgres, clock).issue({ name: 'issued there', scope: 'all' }, actor);
    expect(issued.row.id).toBe(1203);
    const refused = await run(['migrate', 'from', url, '--data-dir', 'back'], dir);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'Portside is connected to this database: stop its servers first.\n',
    ]);
    await postgres.close();

    const back = await run(['migrate', 'from', url, '--data-dir', 'back', '--json'], dir);
    expect([back.code, back.stderr]).toEqual([0, '']);
    const here = openSqlite(`${dir}/back/portside.db`, { lockWaitMs: 2000 });
    expect(await readKeyUsage(here, row, clock.ms + 61_000)).toEqual({ minute: 0, today: 502, total: 502 });
    const hours = here.recordsFile.query('SELECT sum(requests) AS requests FROM usage_hours WHERE key_id = ?');
    // The other two are in the journal until they are rolled up.
    expect(hours.get(row.id)).toEqual({ requests: 500 });
    expect(
      (await here.keys.search({ text: '株式会社', order: 'created', descending: true, limit: 5, offset: 0 }, clock.ms))
        .matches,
    ).toBe(2);
    here.recordsFile.run('DELETE FROM keys WHERE id = 1203');
    here.recordsFile.run('DROP TRIGGER audit_keeps_rows');
    here.recordsFile.run("DELETE FROM audit WHERE subject LIKE '%issued there%'");
    here.recordsFile.run("UPDATE changes SET version = version - 1 WHERE topic = 'keys'");
    await here.close();
    expect(dump(`${dir}/back/portside.db`)).toEqual(dump(`${dir}/portside.db`));
  });

  test('a copy waits until the last minute is nobody’s concern, and one that fails leaves nothing', async () => {
    const dir = tempDir();
    const clock = testClock();
    await fill(`${dir}/portside.db`, clock);
    const url = await freshDatabase();
    const waits: number[] = [];
    const copy = (spoil: boolean) =>
      withSqliteCopy(`${dir}/portside.db`, (file) =>
        withPostgresCopy(url, (database) => {
          const lossy = { ...database, write: (table: never, rows: never[]) => database.write(table, rows.slice(1)) };
          return copyAll(file, spoil ? (lossy as typeof database) : database, clock, {
            ...silent,
            waiting: (ms) => void waits.push(ms),
          });
        }),
      );
    await expect(copy(true)).rejects.toThrow(CopyError);
    expect(waits).toEqual([60_000]);
    const [rows] = await statement(url, 'SELECT (SELECT count(*) FROM keys)::int AS keys');
    expect(rows).toEqual({ keys: 0 });
    await copy(false);
    expect(waits).toEqual([60_000]);
    rmSync(`${dir}/portside.db`);
  });
});
