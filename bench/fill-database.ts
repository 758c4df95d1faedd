/** Writes years of use by SQL into a database that the program itself migrated, so the tables and indexes are the real ones. */
import { Database } from 'bun:sqlite';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { REBUILD_CERTIFICATE_TEXTS } from '../src/adapters/sqlite/certificate-search.ts';
import { readRequest } from '../src/entry/issue/validate.ts';
import { certificateRequest } from './certificate-requests.ts';

export interface DatabaseSize {
  /** Keys that already exist, numbered from 1. */
  keys: number;
  usageRows: number;
  certificates: number;
}

const DAY_MS = 86_400_000;
/** In the JSON of the template request, this number is replaced by the number of the certificate. */
const ANY_NUMBER = 424_242;
/** Synthetic. Real bytes would make the file twenty times as large, and no page reads them. */
const PDF_BYTES = 200;

/** The id of certificate `n`, from 1. Scattered like random ids, so that neighbours in time are far apart in the index. */
export function certificateId(n: number): string {
  const scattered = (BigInt(n) * 2_654_435_761n) % 2n ** 32n;
  return `${scattered.toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** No other process may have the file open, because it is written without a journal. */
export function fillDatabase(path: string, { keys, usageRows, certificates }: DatabaseSize): void {
  const file = new Database(path, { strict: true });
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -1000000', 'temp_store = MEMORY']) {
    file.run(`PRAGMA ${pragma}`);
  }
  const indexes = file
    .prepare<{ name: string; sql: string }, []>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('usage', 'certificates')",
    )
    .all();
  const trigger = file
    .prepare<{ sql: string }, []>("SELECT sql FROM sqlite_master WHERE name = 'certificates_text'")
    .get()!;
  file.transaction(() => {
    // An index built at the end is sorted once instead of a million times.
    for (const { name } of indexes) file.run(`DROP INDEX ${name}`);
    file.run('DROP TRIGGER certificates_text');
    if (usageRows > 0) fillUsage(file, keys, usageRows);
    fillCertificates(file, certificates);
    for (const sql of [...indexes.map((index) => index.sql), ...REBUILD_CERTIFICATE_TEXTS, trigger.sql]) file.run(sql);
  })();
  file.run('PRAGMA journal_mode = WAL');
  file.close();
  // Otherwise the disk would still be writing while the server is measured.
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

const PRODUCTS = ['entry', 'pixel', 'tariff'];

/** Every key on every day for every product, up to today, in the order of the primary key. */
function fillUsage(file: Database, keys: number, rows: number): void {
  const days = Math.ceil(rows / (keys * 3));
  const firstDay = Math.floor(Date.now() / DAY_MS) - days + 1;
  file.run(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
     INSERT INTO usage SELECT ? + i / ?, 1 + i / 3 % ?,
       CASE i % 3 WHEN 0 THEN 'entry' WHEN 1 THEN 'pixel' ELSE 'tariff' END, 1 + i % 500 FROM n`,
    [rows, firstDay, keys * 3, keys],
  );
  // A group of each day and product would sort all rows.
  file.run(
    `WITH days AS MATERIALIZED (
       SELECT day, ${PRODUCTS.map((product) => `sum(requests) FILTER (WHERE product = '${product}') AS ${product}`).join(', ')}
       FROM usage GROUP BY day)
     INSERT INTO usage_totals ${PRODUCTS.map((product) => `SELECT day, '${product}', ${product} FROM days`).join(' UNION ALL ')}`,
  );
}

/** One certificate a minute, up to now. */
function fillCertificates(file: Database, count: number): void {
  const nowMs = Date.now();
  const request = JSON.stringify(readRequest(certificateRequest(ANY_NUMBER, 'latin'), nowMs));
  const id = "printf('%08x-0000-4000-8000-%012x', n * 2654435761 % 4294967296, n)";
  file.run('CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY, id TEXT)');
  file.run(
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?) INSERT INTO numbers SELECT n, ${id} FROM n`,
    [count],
  );
  file.run(
    `INSERT INTO certificates
       (gcc_id, key_id, request_id, issued_at_ms, verify_url, sha256, pdf_bytes, state, search_text)
     SELECT id, '1', printf('req-%d', n), ? + n * 60000, 'https://portside.example/verify/' || id,
       lower(hex(randomblob(32))), ?, 'stated', printf('adult bicycle helmet %d mrd-%d sku-%d', n, n, n) FROM numbers`,
    [nowMs - count * 60_000, PDF_BYTES],
  );
  file.run(
    'INSERT INTO certificate_files (gcc_id, request_json, pdf) SELECT id, replace(?, ?, n), zeroblob(?) FROM numbers',
    [request, String(ANY_NUMBER), PDF_BYTES],
  );
}
