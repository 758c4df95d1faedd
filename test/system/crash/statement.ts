/** The n-th SQL statement fails, for every n: the answer is 200 or an enveloped 503, nothing is half written, the next works. */
import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import { validBody } from '../../support/certificate-fixtures.ts';
import { actor, startServer, type TestServer } from '../../support/server.ts';
import { tempDir } from '../../support/temp.ts';
import { failFrom, heal, install, type Plan } from './failing-statements.ts';

/** More than the statements of any operation. */
const NTH_MAX = 200;
const FAULTS: Omit<Plan, 'nth'>[] = [
  { code: 'SQLITE_IOERR_WRITE', lasting: false },
  { code: 'SQLITE_FULL', lasting: true },
  { code: 'SQLITE_READONLY', lasting: true },
  { code: 'SQLITE_NOMEM', lasting: false },
];

/** One server for all faults: a later test finds what an earlier fault broke. */
const dir = tempDir();
const uninstall = install();
const server = await startServer({ data_dir: dir });
const file = new Database(join(dir, 'portside.db'), { readonly: true });
afterAll(() => {
  file.close();
  uninstall();
});

interface Operation {
  name: string;
  /** Makes a new key for each round, if the operation needs one. */
  prepare?(server: TestServer): Promise<string>;
  /** Sends the request. `nth` differs from round to round. */
  act(server: TestServer, key: string, nth: string): Promise<Response>;
}

const generate = (server: TestServer, key: string, headers: Record<string, string>) =>
  server.post('/api/v1/entry/gcc/generate', validBody(), key, headers);

/** One certificate for all operations that read. */
let kept: Promise<{ gcc_pdf_url: string; gcc_id: string }> | undefined;
function certificateOf(server: TestServer, key: string) {
  kept ??= generate(server, key, {}).then((answer) => answer.json());
  return kept;
}

const OPERATIONS: Operation[] = [
  {
    name: 'a lookup',
    act: (server, key) => server.post('/api/v1/tariff/hts/lookup', { codes: ['7326.90.8688'] }, key),
  },
  {
    name: 'a lookup with a key that was never seen',
    prepare: async ({ keyIssuer }) =>
      (await keyIssuer.issue({ name: 'k', scope: 'all', notes: 'delegate:on' }, actor)).key,
    act: (server, key) => server.post('/api/v1/tariff/hts/lookup', { codes: ['7326.90.8688'] }, key),
  },
  { name: 'a certificate', act: (server, key) => generate(server, key, {}) },
  {
    name: 'a certificate with an idempotency key',
    act: (server, key, nth) => generate(server, key, { 'idempotency-key': nth }),
  },
  {
    name: 'a download',
    act: async (server, key) => fetch((await certificateOf(server, key)).gcc_pdf_url),
  },
  {
    name: 'a verify page',
    act: async (server, key) =>
      fetch(`${server.app.url}/verify/${(await certificateOf(server, key)).gcc_id}`, {
        headers: { accept: 'application/json' },
      }),
  },
];

describe.each(OPERATIONS)('$name', ({ prepare, act }) => {
  test.each(FAULTS)('$code, lasting: $lasting', async (fault) => {
    const key = await server.key('all', { perMinute: 1_000_000, perDay: 1_000_000 });
    await certificateOf(server, key);
    let refused = 0;
    let nth = 1;
    for (; nth < NTH_MAX; nth++) {
      const round = `${fault.code} ${nth}`;
      const caller = (await prepare?.(server)) ?? key;
      failFrom({ nth, ...fault });
      const answer = await act(server, caller, round);
      const failed = heal();
      const body = await answer.text();
      if (answer.status !== 200) {
        expect({ round, status: answer.status, body: JSON.parse(body) }).toMatchObject({
          status: 503,
          body: { error: 'unavailable', message: expect.any(String), contact: expect.any(String) },
        });
        expect(answer.headers.get('retry-after')).not.toBeNull();
        refused++;
      }
      expect({ round, halves: halves(file) }).toEqual({ round, halves: [] });
      // Recovers at once. A request repeated with its idempotency key gets the same certificate.
      const again = await act(server, caller, round);
      expect([round, again.status]).toEqual([round, 200]);
      await again.arrayBuffer();
      if (!failed) break;
    }
    expect(nth).toBeLessThan(NTH_MAX);
    expect(refused).toBeGreaterThan(0);
  });
});

describe('a change of keys', () => {
  test.each(FAULTS)('is complete or not made: $code, lasting: $lasting', async (fault) => {
    const { keyIssuer } = server;
    const life = async () => {
      const first = await keyIssuer.issue({ name: 'k', scope: 'all' }, actor);
      const second = await keyIssuer.rotate(first.row.id, 60_000, actor);
      await keyIssuer.revoke(second.row.id, actor);
    };
    let nth = 1;
    for (; nth < NTH_MAX; nth++) {
      failFrom({ nth, ...fault });
      const thrown = await life().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!heal()) break;
      if (thrown === undefined) continue;
      expect(halves(file)).toEqual([]);
      await life();
    }
    expect(nth).toBeGreaterThan(5);
    expect(nth).toBeLessThan(NTH_MAX);
  });
});

test.each(FAULTS)('a first start that fails leaves a file that the next start completes: $code', async (fault) => {
  const folder = tempDir();
  let nth = 1;
  for (; nth < NTH_MAX; nth++) {
    const path = join(folder, `${nth}.db`);
    failFrom({ nth, ...fault });
    try {
      await openSqlite(path, { lockWaitMs: 0 }).close();
    } catch {
      // The error is expected. The test checks the file that is left.
    }
    const failed = heal();
    await openSqlite(path, { lockWaitMs: 0 }).close();
    const file = new Database(path, { readonly: true });
    expect(file.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(file.query('SELECT count(*) AS keys FROM keys').get()).toEqual({ keys: 0 });
    file.close();
    if (!failed) break;
  }
  expect(nth).toBeGreaterThan(5);
  expect(nth).toBeLessThan(NTH_MAX);
});

/** Names of the checks that found rows without the rows they were written with. */
function halves(file: Database): string[] {
  const checks = {
    'certificate without a file':
      'SELECT gcc_id FROM certificates WHERE gcc_id NOT IN (SELECT gcc_id FROM certificate_files)',
    'file without a certificate':
      'SELECT gcc_id FROM certificate_files WHERE gcc_id NOT IN (SELECT gcc_id FROM certificates)',
    'order without a certificate':
      'SELECT gcc_id FROM idempotency WHERE gcc_id NOT IN (SELECT gcc_id FROM certificates)',
    'key without a lineage': 'SELECT id FROM keys WHERE lineage_id NOT IN (SELECT id FROM keys)',
    'issued key without an audit row':
      "SELECT id FROM keys WHERE id = lineage_id AND 'key ' || id || ' (' || name || ')' NOT IN (SELECT subject FROM audit)",
    'rotation without an audit row':
      "SELECT (SELECT count(successor_id) FROM keys) AS n WHERE n <> (SELECT count(*) FROM audit WHERE action = 'key.rotate')",
    'revocation without an audit row':
      "SELECT (SELECT count(revoked_at) FROM keys) AS n WHERE n <> (SELECT count(*) FROM audit WHERE action = 'key.revoke')",
    'successor that does not exist': 'SELECT id FROM keys WHERE successor_id NOT IN (SELECT id FROM keys)',
  };
  return Object.entries(checks).flatMap(([name, sql]) => (file.query(sql).all().length > 0 ? [name] : []));
}
