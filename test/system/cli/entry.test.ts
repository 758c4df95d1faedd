/** `portside entry`: the output agrees with the database, and names every certificate that was stored. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { validBody } from '../../support/certificate-fixtures.ts';
import { makeDatabase, run } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';

const BASE = ['--base-url', 'https://certificates.example'];

async function folder() {
  const dir = tempDir();
  await makeDatabase(dir);
  await Bun.write(`${dir}/request.json`, JSON.stringify(validBody()));
  return dir;
}

const rows = (dir: string, sql: string) => {
  const database = new Database(`${dir}/var/portside.db`, { readonly: true });
  const found = database.query<Record<string, unknown>, []>(sql).all();
  database.close();
  return found;
};

test('the verify address of a certificate stays the one in its document when the settings change', async () => {
  const dir = await folder();
  const made = await run(['entry', 'generate', 'request.json', '--out', 'gcc.pdf', '--json'], dir, {
    PORTSIDE_BASE_URL: 'https://then.example',
  });
  const { gcc_id } = JSON.parse(made.stdout);
  const verifyUrl = `https://then.example/verify/${gcc_id}`;
  const now = { PORTSIDE_BASE_URL: 'https://now.example' };
  const exported = await run(['entry', 'export', '--since', '2026-01-01', '--json'], dir, now);
  expect(JSON.parse(exported.stdout)).toMatchObject({ gccId: gcc_id, verifyUrl });
  const csv = await run(['entry', 'export', '--since', '2026-01-01'], dir, now);
  expect(csv.stdout).toContain(`,${verifyUrl},`);
  const verified = await run(['entry', 'verify', 'gcc.pdf', '--json'], dir, now);
  expect(JSON.parse(verified.stdout)).toMatchObject({ verdict: 'genuine', verify_url: verifyUrl });
});

test('without the public address no certificate is made: the address in a PDF is there for good', async () => {
  const dir = await folder();
  const { code, stdout, stderr } = await run(['entry', 'generate', 'request.json'], dir);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toStartWith('Say where people can verify the certificate: --base-url or PORTSIDE_BASE_URL.');
  expect(rows(dir, 'SELECT gcc_id FROM certificates')).toEqual([]);
  const { stdout: made } = await run(['entry', 'generate', 'request.json', ...BASE, '--json'], dir);
  expect(rows(dir, 'SELECT verify_url FROM certificates')).toEqual([
    { verify_url: `https://certificates.example/verify/${JSON.parse(made).gcc_id}` },
  ]);
});

test('revoke marks the certificate once, with an audit row, and refuses an unknown number', async () => {
  const dir = await folder();
  const { gcc_id } = JSON.parse((await run(['entry', 'generate', 'request.json', ...BASE, '--json'], dir)).stdout);
  const revoke = () => run(['entry', 'revoke', gcc_id.toUpperCase(), '--json'], dir);
  const first = await revoke();
  expect(JSON.parse(first.stdout)).toMatchObject({ gcc_id });
  expect(await revoke()).toEqual(first);
  const { stdout } = await run(['entry', 'verify', `GCC-${gcc_id}.pdf`, '--json'], dir);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'genuine', revoked: true });
  expect(rows(dir, 'SELECT actor, origin, action, subject FROM audit')).toEqual([
    { actor: 'cli', origin: 'command line', action: 'certificate.revoke', subject: `certificate ${gcc_id}` },
  ]);
  const unknown = await run(['entry', 'revoke', '00000000-0000-4000-8000-000000000000'], dir);
  expect([unknown.code, unknown.stdout, unknown.stderr]).toEqual([1, '', expect.stringContaining('no certificate')]);
});

test.each(['nowhere/gcc.pdf', '.', 'request.json/gcc.pdf'])(
  'an output path that cannot be written, %p, is refused before the certificate is made',
  async (out) => {
    const dir = await folder();
    const { code, stdout, stderr } = await run(['entry', 'generate', 'request.json', ...BASE, '--out', out], dir);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`${out} cannot be written. Nothing was made.\n`);
    expect(rows(dir, 'SELECT gcc_id FROM certificates')).toEqual([]);
  },
);

test.if(existsSync('/dev/full'))('a document that fails to be written names the stored certificate', async () => {
  const dir = await folder();
  const { code, stdout, stderr } = await run(['entry', 'generate', 'request.json', ...BASE, '--out', '/dev/full'], dir);
  const [certificate] = rows(dir, 'SELECT gcc_id FROM certificates');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `Certificate ${certificate!.gcc_id} was made and stored, but /dev/full could not be written: the disk is full.\n`,
  );
});

test.each(['2026-02-30', '2026-13-01', '20260101', 'yesterday'])('--since %p is not a date', async (day) => {
  const { code, stdout, stderr } = await run(['entry', 'export', '--since', day], tempDir());
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--since');
});
