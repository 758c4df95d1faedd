import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { sampleCertificate } from '../../../test/support/certificate-store-contract.ts';
import { tempDir, tempStorage } from '../../../test/support/temp.ts';
import type { CertificateStore } from '../../domain/certificate-store.ts';
import { databaseFacts } from './inspect.ts';

/** A store with this many certificates, three at a time, every 2,469th with a rare text. */
function storeOf(rows: number, msBetween: number, usual = 'a helmet'): CertificateStore {
  const dir = tempDir();
  const store = tempStorage(dir).certificates;
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
      insert.run(id, Math.floor(i / 3) * msBetween, id, i % 2469 === 0 ? 'a rare bell' : usual);
      insertFile.run(id);
    }
  })();
  database.close();
  return store;
}

/** What is found, and how many turns of the event loop passed meanwhile. */
async function searched(store: CertificateStore, text: string, limit: number) {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const found = (await store.search({ text, limit })).map(({ gccId }) => gccId);
  isDone = true;
  return { found, turns };
}

const RARE = ['id-009876', 'id-007407', 'id-004938', 'id-002469', 'id-000000'];

test.each([
  ['by the index', 'bell'],
  ['by comparing all, because it has no trigram', 'be'],
])(
  'a long search lets the event loop run, misses nothing between slices, and returns the newest first: %s',
  async (_, text) => {
    const store = storeOf(12_345, 10 * 60_000);
    const { found, turns } = await searched(store, text, 10);
    expect(found).toEqual(RARE);
    expect(turns).toBeGreaterThanOrEqual(2);
    expect((await searched(store, text, 3)).found).toEqual(RARE.slice(0, 3));
  },
);

test('more certificates of one second than the index names in one turn are all found', async () => {
  const store = storeOf(12_345, 1);
  expect((await searched(store, 'helmet', 7000)).found.length).toBe(7000);
  expect((await searched(store, 'a rare', 10)).found).toEqual(RARE);
  expect((await searched(store, 'id-00987', 20)).found.length).toBe(10);
});

test('where the index names too many and the rest is compared, none is missed between the two', async () => {
  const store = storeOf(6000, 1000);
  expect((await searched(store, 'helmet', 7000)).found.length).toBe(6000 - 3);
});

test('a rare trigram that many older certificates have hides none that has all of them', async () => {
  const storage = tempStorage();
  storage.recordsFile.run('PRAGMA synchronous = OFF');
  const texts = ['a bell', 'a helmet xyz', 'a bell xyz'];
  // Newest first: bells, then too many helmets for the index to name in one turn, then what is searched for, then more helmets.
  const kinds = [0, 1, 2, 1].flatMap((kind, at) => Array.from({ length: at === 2 ? 3 : 300 }, () => kind)).reverse();
  const expected: string[] = [];
  for (const [number, kind] of kinds.entries()) {
    const requestJson = JSON.stringify({ product_info: { name: texts[kind] } });
    const certificate = sampleCertificate(number, { requestJson, issuedAtMs: number * 60_000 });
    await storage.certificates.insert(certificate, Uint8Array.of(1));
    if (kind === 2) expected.unshift(certificate.gccId);
  }
  for (const limit of [2, 9]) {
    const found = await storage.certificates.search({ text: 'bell xyz', limit });
    expect(found.map(({ gccId }) => gccId)).toEqual(expected.slice(0, limit));
  }
});

test('a text whose trigrams are everywhere, and it is nowhere, is searched in many short turns', async () => {
  const store = storeOf(12_345, 10 * 60_000, 'aaaa');
  const { found, turns } = await searched(store, 'aaaaa', 10);
  expect(found).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('a text with a NUL is found where it is', async () => {
  const { certificates } = tempStorage();
  for (const [number, name] of ['ab\0cdef', 'abcdef', 'ab\0cxx'].entries()) {
    const requestJson = JSON.stringify({ product_info: { name } });
    await certificates.insert(sampleCertificate(number, { requestJson }), Uint8Array.of(1));
  }
  const found = async (text: string) => (await certificates.search({ text, limit: 9 })).map(({ gccId }) => gccId);
  const id = (number: number) => sampleCertificate(number).gccId;
  expect(await found('abc')).toEqual([id(1)]);
  expect(await found('cde')).toEqual([id(0), id(1)]);
  expect(await found('ab\0cde')).toEqual([id(0)]);
  expect(await found('ab\0c')).toEqual([id(0), id(2)]);
});

test('a search reads no more certificates than the index names', async () => {
  const storage = tempStorage();
  await storage.certificates.insert(sampleCertificate(1), Uint8Array.of(1));
  storage.recordsFile.run("INSERT INTO certificate_texts (certificate_texts) VALUES ('delete-all')");
  expect(await storage.certificates.search({ text: 'helmet', limit: 9 })).toEqual([]);
  // `doctor` and a backup say so.
  expect(databaseFacts(storage.recordsFile, true).integrity).toBe(
    'the search index has 0 certificates, the database 1',
  );
});

test('an upgrade makes the index of the certificates that are there', async () => {
  const dir = tempDir();
  const older = tempStorage(dir);
  const times = [1000, 1000, 1999, 2000];
  for (const [number, issuedAtMs] of times.entries()) {
    await older.certificates.insert(sampleCertificate(number, { issuedAtMs }), Uint8Array.of(1));
  }
  for (const sql of [
    'DROP TRIGGER certificates_text',
    'DROP TABLE certificate_texts',
    "DELETE FROM migrations WHERE name LIKE '%_certificate_texts'",
  ]) {
    older.recordsFile.run(sql);
  }
  expect(databaseFacts(older.recordsFile, true).integrity).toBe('ok');
  const { certificates, recordsFile } = tempStorage(dir);
  await certificates.insert(sampleCertificate(4, { issuedAtMs: 1500 }), Uint8Array.of(1));
  for (const number of [...times.keys(), 4]) {
    const found = await certificates.search({ text: `mrd-${number}`, limit: 9 });
    expect(found.map(({ gccId }) => gccId)).toEqual([sampleCertificate(number).gccId]);
  }
  expect((await certificates.search({ text: 'helmet', limit: 9 })).length).toBe(5);
  expect(databaseFacts(recordsFile, true).integrity).toBe('ok');
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
