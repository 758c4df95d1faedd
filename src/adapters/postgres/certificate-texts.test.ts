/** The index of the texts of certificates needs an extension, which not every owner of a database may have. */
import { expect, test } from 'bun:test';
import { sampleCertificate } from '../../../test/support/certificate-store-contract.ts';
import {
  freshDatabase,
  openDatabase,
  POSTGRES,
  POSTGRES_URL,
  statement,
} from '../../../test/system/postgres/database.ts';

const SEARCHED = `EXPLAIN SELECT gcc_id FROM certificates WHERE search_text LIKE '%mrd-77%' OR gcc_id LIKE 'mrd-77%'`;

async function planOf(url: string): Promise<string> {
  const rows = await statement(url, SEARCHED);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test.skipIf(!POSTGRES_URL)(`${POSTGRES}: a search reads two indexes`, async () => {
  const url = await freshDatabase();
  await openDatabase(url);
  await statement(
    url,
    `INSERT INTO certificates (gcc_id, key_id, request_id, issued_at_ms, verify_url, sha256, pdf_bytes, state, search_text)
     SELECT md5(n::text), '1', 'r', n, 'u', 's', 1, 'stated', 'a helmet mrd-' || n FROM generate_series(1, 100000) AS n`,
  );
  await statement(url, 'ANALYZE certificates');
  const plan = await planOf(url);
  expect(plan).toContain('certificates_text');
  expect(plan).toContain('certificates_id_prefix');
});

test.skipIf(!POSTGRES_URL)(
  `${POSTGRES}: without the right to make extensions it is migrated and searched`,
  async () => {
    const url = new URL(await freshDatabase());
    const role = `plain_${process.pid}`;
    await statement(POSTGRES_URL, `CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
    await statement(url.href, `GRANT ALL ON SCHEMA public TO ${role}`);
    url.username = role;
    url.password = 'plain';
    const { certificates } = await openDatabase(url.href);
    await certificates.insert(sampleCertificate(1), Uint8Array.of(1));
    const found = await certificates.search({ text: 'mrd-1', limit: 9 });
    expect(found.map(({ gccId }) => gccId)).toEqual([sampleCertificate(1).gccId]);
    expect(await statement(url.href, "SELECT FROM pg_indexes WHERE indexname = 'certificates_text'")).toEqual([]);
  },
);
