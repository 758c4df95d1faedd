/** `portside entry`: the output agrees with the database, and names every certificate that was stored. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { validBody } from '../../support/certificate-fixtures.ts';
import { command } from '../../support/command.ts';
import { run } from '../../support/program.ts';
import { testCertificate } from '../../support/signers.ts';
import { copyEmptyDatabase, tempDir } from '../../support/temp.ts';
import { timestampAnswer } from '../../support/timestamp-authority.ts';

const BASE = ['--base-url', 'https://certificates.example'];

async function folder() {
  const dir = tempDir();
  copyEmptyDatabase(`${dir}/var`);
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
  const made = await command(['entry', 'generate', 'request.json', '--out', 'gcc.pdf', '--json'], dir, {
    PORTSIDE_BASE_URL: 'https://then.example',
  });
  const { gcc_id } = JSON.parse(made.stdout);
  const verifyUrl = `https://then.example/verify/${gcc_id}`;
  const now = { PORTSIDE_BASE_URL: 'https://now.example' };
  const exported = await command(['entry', 'export', '--since', '2026-01-01', '--json'], dir, now);
  expect(JSON.parse(exported.stdout)).toMatchObject({ gccId: gcc_id, verifyUrl });
  const csv = await command(['entry', 'export', '--since', '2026-01-01'], dir, now);
  expect(csv.stdout).toContain(`,${verifyUrl},`);
  const verified = await command(['entry', 'verify', 'gcc.pdf', '--json'], dir, now);
  expect(JSON.parse(verified.stdout)).toMatchObject({ verdict: 'genuine', verify_url: verifyUrl });
});

test('without the public address no certificate is made: the address in a PDF is there for good', async () => {
  const dir = await folder();
  const { code, stdout, stderr } = await command(['entry', 'generate', 'request.json'], dir);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toStartWith('Say where people can verify the certificate: --base-url or PORTSIDE_BASE_URL.');
  expect(rows(dir, 'SELECT gcc_id FROM certificates')).toEqual([]);
  const { stdout: made } = await command(['entry', 'generate', 'request.json', ...BASE, '--json'], dir);
  expect(rows(dir, 'SELECT verify_url FROM certificates')).toEqual([
    { verify_url: `https://certificates.example/verify/${JSON.parse(made).gcc_id}` },
  ]);
});

/** A PDF of each certificate, and what `entry verify` says of it. */
async function generated(dir: string, name: string, env: Record<string, string> = {}) {
  await command(['entry', 'generate', 'request.json', ...BASE, '--out', name, '--json'], dir, env);
  return { path: `${dir}/${name}`, pdf: await Bun.file(`${dir}/${name}`).bytes() };
}

async function verified(dir: string, name: string) {
  const { code, stdout, stderr } = await command(['entry', 'verify', name, '--json'], dir);
  return { code, stderr, ...JSON.parse(stdout) };
}

test('a certificate is signed by the key of its database, also of a copy restored from a backup, or by the operator’s', async () => {
  const dir = await folder();
  const { pdf } = await generated(dir, 'own.pdf');
  const own = await verified(dir, 'own.pdf');
  expect(own).toMatchObject({ code: 0, verdict: 'genuine', signature: { kind: 'intact', ours: true } });

  await command(['backup', 'copy.backup', '--data-dir', 'var'], dir);
  await command(['restore', 'copy.backup', '--data-dir', 'restored', '--key', 'var/backup.key'], dir);
  const inCopy = { PORTSIDE_DATA_DIR: 'restored' };
  await generated(dir, 'later.pdf', inCopy);
  const later = JSON.parse((await command(['entry', 'verify', 'later.pdf', '--json'], dir, inCopy)).stdout);
  expect(later.signature.certificate_sha256).toBe(own.signature.certificate_sha256);
  const early = JSON.parse((await command(['entry', 'verify', 'own.pdf', '--json'], dir, inCopy)).stdout);
  expect(early).toMatchObject({ verdict: 'genuine', signature: own.signature });

  const { keyPem, pem } = testCertificate();
  await Bun.write(`${dir}/signer.key`, keyPem);
  await Bun.write(`${dir}/signer.pem`, pem);
  const files = { PORTSIDE_SIGNER_KEY_FILE: 'signer.key', PORTSIDE_SIGNER_CERTIFICATE_FILE: 'signer.pem' };
  await generated(dir, 'operator.pdf', files);
  // Asked without the key: its certificate is on record, and so is that of the first.
  expect(await verified(dir, 'operator.pdf')).toMatchObject({
    code: 0,
    signature: { signer: 'Harbor Signer', ours: true },
  });
  expect(await verified(dir, 'own.pdf')).toMatchObject({ code: 0, signature: own.signature });

  // Another database does not know the signer, although the signature is intact.
  const stranger = await folder();
  await Bun.write(`${stranger}/own.pdf`, pdf);
  expect(await verified(stranger, 'own.pdf')).toMatchObject({
    code: 1,
    verdict: 'unknown',
    signature: { kind: 'intact', ours: false },
  });
});

test('a file that was changed, added to, revoked or is no PDF is exit code 1 with the reason', async () => {
  const dir = await folder();
  const { pdf } = await generated(dir, 'gcc.pdf');
  const changed = Uint8Array.from(pdf);
  changed[5000]! ^= 1;
  await Bun.write(`${dir}/changed.pdf`, changed);
  await Bun.write(`${dir}/added.pdf`, Buffer.concat([pdf, Buffer.from('\n%%EOF')]));
  await Bun.write(`${dir}/none.pdf`, 'not a PDF');
  for (const [name, verdict, reason] of [
    ['changed.pdf', 'altered', 'the file was changed after it was signed, or the signature belongs to another file'],
    ['added.pdf', 'altered', 'the file was added to after it was signed'],
    ['none.pdf', 'unknown', undefined],
  ] as const) {
    const found = await verified(dir, name);
    expect(found).toMatchObject({ code: 1, verdict, stderr: 'The file is not the certificate on record.\n' });
    expect(found.signature).toEqual(reason ? { kind: 'broken', reason } : { kind: 'none' });
  }
  const { gcc_id } = await verified(dir, 'gcc.pdf');
  await command(['entry', 'revoke', gcc_id], dir);
  const revoked = await command(['entry', 'verify', 'gcc.pdf'], dir);
  expect(revoked.code).toBe(1);
  expect(revoked.stdout).toStartWith('Match, but the certificate was revoked');
  expect(revoked.stderr).toBe('The certificate was revoked. Do not rely on it.\n');
});

test.each(['serve', 'serve --workers 2', 'entry generate request.json --base-url https://h.example'])(
  'a key without its certificate stops `%s` with one sentence, which holds nothing of the key',
  async (words) => {
    const dir = await folder();
    const { keyPem } = testCertificate();
    await Bun.write(`${dir}/signer.key`, keyPem);
    const env = { PORTSIDE_SIGNER_KEY_FILE: 'signer.key', PORTSIDE_PORT: '0' };
    const { code, stdout, stderr } = await run(words.split(' '), dir, env);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      'PORTSIDE_SIGNER_KEY is set and PORTSIDE_SIGNER_CERTIFICATE is not. Set both.\n',
    ]);
  },
);

test('a time stamp of the configured authority is in the certificate', async () => {
  const dir = await folder();
  const atMs = Date.now();
  const authority = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => new Response(Buffer.from(await timestampAnswer(await request.bytes(), { atMs }))),
  });
  try {
    await generated(dir, 'gcc.pdf', { PORTSIDE_TIMESTAMP_URL: authority.url.href });
  } finally {
    await authority.stop(true);
  }
  expect(await verified(dir, 'gcc.pdf')).toMatchObject({
    code: 0,
    signature: { kind: 'intact', authority: 'Harbor Time Stamps', time_stamped_at: new Date(atMs).toISOString() },
  });
});

test('a time stamp that cannot be had is said, and the certificate is made', async () => {
  const dir = await folder();
  const made = await command(['entry', 'generate', 'request.json', ...BASE, '--out', 'gcc.pdf'], dir, {
    PORTSIDE_TIMESTAMP_URL: 'http://127.0.0.1:9/',
  });
  expect(made.code).toBe(0);
  expect(made.stderr).toContain('a certificate was signed without a time stamp: ');
  expect(await verified(dir, 'gcc.pdf')).toMatchObject({ code: 0, signature: { kind: 'intact' } });
});

test('revoke marks the certificate once, with an audit row, and refuses an unknown number', async () => {
  const dir = await folder();
  const { gcc_id } = JSON.parse((await command(['entry', 'generate', 'request.json', ...BASE, '--json'], dir)).stdout);
  const revoke = () => command(['entry', 'revoke', gcc_id.toUpperCase(), '--json'], dir);
  const first = await revoke();
  expect(JSON.parse(first.stdout)).toMatchObject({ gcc_id });
  expect(await revoke()).toEqual(first);
  const { stdout } = await command(['entry', 'verify', `GCC-${gcc_id}.pdf`, '--json'], dir);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'genuine', revoked: true });
  expect(rows(dir, 'SELECT actor, origin, action, subject FROM audit')).toEqual([
    { actor: 'cli', origin: 'command line', action: 'certificate.revoke', subject: `certificate ${gcc_id}` },
  ]);
  const unknown = await command(['entry', 'revoke', '00000000-0000-4000-8000-000000000000'], dir);
  expect([unknown.code, unknown.stdout, unknown.stderr]).toEqual([1, '', expect.stringContaining('no certificate')]);
});

test.each(['nowhere/gcc.pdf', '.', 'request.json/gcc.pdf'])(
  'an output path that cannot be written, %p, is refused before the certificate is made',
  async (out) => {
    const dir = await folder();
    const { code, stdout, stderr } = await command(['entry', 'generate', 'request.json', ...BASE, '--out', out], dir);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`${out} cannot be written. Nothing was made.\n`);
    expect(rows(dir, 'SELECT gcc_id FROM certificates')).toEqual([]);
  },
);

test.if(existsSync('/dev/full'))('a document that fails to be written names the stored certificate', async () => {
  const dir = await folder();
  const { code, stdout, stderr } = await command(
    ['entry', 'generate', 'request.json', ...BASE, '--out', '/dev/full'],
    dir,
  );
  const [certificate] = rows(dir, 'SELECT gcc_id FROM certificates');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `Certificate ${certificate!.gcc_id} was made and stored, but /dev/full could not be written: the disk is full.\n`,
  );
});

test.each(['2026-02-30', '2026-13-01', '20260101', 'yesterday'])('--since %p is not a date', async (day) => {
  const { code, stdout, stderr } = await command(['entry', 'export', '--since', day], tempDir());
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--since');
});
