import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { holdToStoreContract, sampleCertificate } from '../../../test/support/certificate-store-contract.ts';
import { tempDir, tempStorage } from '../../../test/support/temp.ts';

holdToStoreContract('SQLite', () => tempStorage().certificates);

test('a revocation has one audit entry, with who revoked and when', async () => {
  const storage = tempStorage();
  const store = storage.certificates;
  const certificate = sampleCertificate(1);
  await store.insert(certificate, Uint8Array.of(1));
  const { gccId } = certificate;
  await store.revoke({ gccId, atMs: 5000, reason: 'A typing mistake' }, { name: 'operator', origin: '127.0.0.1' });
  await store.revoke({ gccId, atMs: 6000 }, { name: 'cli', origin: 'command line' });
  await store.revoke({ gccId: 'no such certificate', atMs: 7000 }, { name: 'cli', origin: 'command line' });
  expect(await storage.audit.search({ text: '', action: '', limit: 10 })).toEqual([
    {
      id: 1,
      atMs: 5000,
      actor: 'operator',
      origin: '127.0.0.1',
      action: 'certificate.revoke',
      subject: `certificate ${certificate.gccId}`,
      detail: 'A typing mistake',
    },
  ]);
});

test('a long search lets the event loop run, misses nothing between slices, and returns the newest first', async () => {
  const dir = tempDir();
  const store = tempStorage(dir).certificates;
  const rows = 12_345;
  const database = new Database(join(dir, 'portside.db'));
  const insert = database.prepare(
    `INSERT INTO certificates (gcc_id, key_id, request_id, issued_at_ms, verify_url, sha256, pdf_bytes, state, search_text)
     VALUES (?, '1', 'r', ?, 'u', ?, 1, 'stated', ?)`,
  );
  const insertFile = database.prepare(
    "INSERT INTO certificate_files (gcc_id, request_json, pdf) VALUES (?, '{}', x'00')",
  );
  database.transaction(() => {
    for (let i = 0; i < rows; i++) {
      const id = `id-${String(i).padStart(6, '0')}`;
      // Three certificates have the same time, so that slices are also cut between equal times.
      insert.run(id, Math.floor(i / 3), id, i % 2469 === 0 ? 'a rare bell' : 'a helmet');
      insertFile.run(id);
    }
  })();
  database.close();
  let turns = 0;
  const turn = () => {
    turns++;
    if (!found) setImmediate(turn);
  };
  let found: string[] | undefined;
  setImmediate(turn);
  found = (await store.search({ text: 'bell', limit: 10 })).map(({ gccId }) => gccId);
  expect(found).toEqual(['id-009876', 'id-007407', 'id-004938', 'id-002469', 'id-000000']);
  expect(turns).toBeGreaterThanOrEqual(2);
  expect((await store.search({ text: 'helmet', limit: 7000 })).length).toBe(7000);
  expect((await store.search({ text: 'bell', limit: 3 })).map(({ gccId }) => gccId)).toEqual(found.slice(0, 3));
});

test('a list of a lineage reads its own index, in order, however many others there are', async () => {
  const { recordsFile, certificates } = tempStorage();
  const statements: string[] = [];
  const prepare = recordsFile.prepare.bind(recordsFile);
  const spy = spyOn(recordsFile, 'prepare').mockImplementation(((sql: string) => {
    statements.push(sql);
    return prepare(sql);
  }) as typeof recordsFile.prepare);
  const after = { issuedAtMs: 5, gccId: 'x' };
  await certificates.search({ text: '', lineageId: 1, status: 'active', sinceMs: 1, limit: 101, after });
  spy.mockRestore();
  expect(statements.length).toBeGreaterThan(0);
  for (const sql of statements) {
    const values = Array<number>(sql.split('?').length - 1).fill(1);
    const plan = recordsFile
      .query<{ detail: string }, number[]>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => detail);
    expect(plan[0]).toMatch(
      /^SEARCH certificates USING (COVERING )?INDEX certificates_lineage \(lineage_id=\? AND issued_at_ms/,
    );
    // Only certificates of the same millisecond are sorted.
    expect(plan.join()).not.toContain('B-TREE FOR ORDER BY');
  }
});
