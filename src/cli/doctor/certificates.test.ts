/** Certificates are kept: what `doctor` says of the database and of backups, and what is left of one after five years. */
import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validBody } from '../../../test/support/certificate-fixtures.ts';
import { sampleCertificate } from '../../../test/support/certificate-store-contract.ts';
import { startServer } from '../../../test/support/server.ts';
import { tempDir, tempStorage, testClock } from '../../../test/support/temp.ts';
import { backUp } from '../../adapters/sqlite/backup.ts';
import type { SqliteStorage } from '../../adapters/sqlite/open.ts';
import { restore } from '../../adapters/sqlite/restore.ts';
import { CREATE } from '../../api/v2/certificates/routes.ts';
import { type Config, loadConfig } from '../../config.ts';
import { DAY_MS } from '../../domain/clock.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { checkBackup, checkCertificates } from './certificates.ts';

const YEAR_MS = 366 * DAY_MS;

function place() {
  const dir = tempDir();
  const config: Config = { ...loadConfig({ env: {}, file: `${dir}/none.toml` }), data_dir: dir };
  return { dir, config, database: join(dir, 'portside.db'), storage: tempStorage(dir), clock: testClock() };
}

async function store(storage: SqliteStorage, number: number, issuedAtMs: number): Promise<string> {
  const pdf = Buffer.from(`%PDF ${number}`);
  const certificate = sampleCertificate(number, { issuedAtMs, sha256: sha256Hex(pdf), pdfBytes: pdf.byteLength });
  await storage.certificates.insert(certificate, pdf);
  return certificate.gccId;
}

test('a PDF that is missing or changed fails the check, and is named', async () => {
  const { storage, clock } = place();
  expect(await checkCertificates(storage, true)).toEqual({ status: 'ok', text: 'none was made yet' });
  for (let i = 0; i < 3; i++) await store(storage, i, clock.now());
  expect(await checkCertificates(storage, true)).toMatchObject({
    status: 'ok',
    text: expect.stringMatching(
      /^3 certificates, the oldest of 2026-11-21, 0 of them revoked or superseded; every PDF/,
    ),
  });
  const { gccId } = sampleCertificate(1);
  storage.recordsFile.run("UPDATE certificate_files SET pdf = x'00' WHERE gcc_id = ?", [gccId]);
  const changed = await checkCertificates(storage, true);
  expect([changed.status, changed.text]).toEqual(['failed', expect.stringContaining(gccId)]);
  expect((await checkCertificates(storage, false)).status).toBe('ok');
  storage.recordsFile.run('DELETE FROM certificate_files WHERE gcc_id = ?', [gccId]);
  const missing = await checkCertificates(storage, true);
  expect([missing.status, missing.text]).toEqual(['failed', expect.stringContaining('1 of them have no PDF')]);
});

test('without a backup it warns once there is something to lose; with one it says what is not in it', async () => {
  const { config, storage, clock, database, dir } = place();
  const check = () => checkBackup(config, storage, clock, undefined);
  expect((await check()).status).toBe('ok');
  await store(storage, 1, clock.now());
  expect(await check()).toMatchObject({
    status: 'warning',
    text: 'none is known, so 1 certificate may exist only here',
  });
  clock.ms += 1000;
  backUp(database, join(dir, 'one.backup'), clock.now());
  expect(await check()).toMatchObject({
    status: 'ok',
    text: expect.stringContaining('1 certificate; none was made since'),
  });
  clock.ms += 1000;
  await store(storage, 2, clock.now());
  expect(await check()).toMatchObject({
    status: 'ok',
    text: expect.stringContaining('1 certificate since are not in it'),
  });
  clock.ms += 8 * DAY_MS;
  expect((await check()).status).toBe('warning');
  writeFileSync(join(dir, 'last-backup.json'), '{"file":1}');
  expect(await check()).toMatchObject({ status: 'warning', text: expect.stringContaining('none is known') });
});

test('a named backup is compared by id and SHA-256, in both directions', async () => {
  const { config, storage, clock, database, dir } = place();
  const backups = join(dir, 'backups');
  mkdirSync(backups, { mode: 0o700 });
  const check = (path: string) => checkBackup(config, storage, clock, path);
  const old = await store(storage, 1, clock.now());
  await store(storage, 2, clock.now());
  clock.ms += DAY_MS;
  const file = join(backups, 'b.backup');
  backUp(database, file, clock.now());
  writeFileSync(join(backups, 'notes.txt'), 'no backup');
  clock.ms += DAY_MS;
  await store(storage, 3, clock.now());
  const good = {
    status: 'ok',
    text: expect.stringMatching(/has 2 certificates, each as it is .* 1 certificate made since/),
  };
  expect([await check(file), await check(backups)]).toMatchObject([good, good]);

  // One that is older than the backup and not in it.
  const missed = await store(storage, 4, clock.now() - 2 * DAY_MS);
  const lacking = await check(backups);
  expect([lacking.status, lacking.text]).toEqual(['failed', expect.stringContaining(missed)]);
  storage.recordsFile.run('DELETE FROM certificates WHERE gcc_id = ?', [missed]);
  storage.recordsFile.run('DELETE FROM certificate_files WHERE gcc_id = ?', [missed]);

  // Another PDF than the record says.
  storage.recordsFile.run('UPDATE certificates SET sha256 = ? WHERE gcc_id = ?', ['0'.repeat(64), old]);
  const different = await check(file);
  expect([different.status, different.text]).toEqual([
    'failed',
    expect.stringContaining(`another PDF than the database for ${old}`),
  ]);

  // One that somebody deleted: not for five years, then nobody must have it.
  storage.recordsFile.run('DELETE FROM certificates WHERE gcc_id = ?', [old]);
  const deleted = await check(file);
  expect([deleted.status, deleted.text]).toEqual(['failed', expect.stringContaining('the database lacks 1 of them')]);
  clock.ms += 5 * YEAR_MS;
  expect((await check(file)).status).toBe('ok');
  clock.ms -= 5 * YEAR_MS;

  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(join(dir, 'altered.backup'), bytes);
  await expect(check(join(dir, 'altered.backup'))).rejects.toThrow('was altered');
  await expect(check(join(dir, 'notes'))).rejects.toThrow('does not exist');
  await expect(check(join(backups, 'notes.txt'))).rejects.toThrow('is not a backup');
  rmSync(file);
  await expect(check(backups)).rejects.toThrow('There is no backup of Portside');
});

test('a backup that another key signed is compared, with a warning', async () => {
  const { config, storage, clock, database, dir } = place();
  await store(storage, 1, clock.now());
  clock.ms += DAY_MS;
  const file = join(dir, 'a.backup');
  backUp(database, file, clock.now());
  renameSync(join(dir, 'backup.key'), join(dir, 'other.key'));
  const outcome = await checkBackup(config, storage, clock, file);
  expect([outcome.status, outcome.text]).toEqual(['warning', expect.stringContaining('did not sign it')]);
});

test('five years later, restored from a backup: the same bytes, and links can be made again', async () => {
  const first = await startServer();
  const key = await first.key('entry');
  const [made, other] = await Promise.all(
    [0, 1].map(async () => (await first.post(CREATE.path, validBody(), key)).json()),
  );
  const revocation = { reason: 'Another lot', successor_id: other.id };
  const revoked = await first.post(`${CREATE.path}/${made.id}/revocation`, revocation, key);
  expect(revoked.status).toBe(200);
  const [before] = await Promise.all([fetch(made.gcc_pdf_url).then((answer) => answer.bytes())]);
  first.clock.ms += DAY_MS;
  const backup = join(tempDir(), 'portside.backup');
  backUp(first.storage.recordsFile.filename, backup, first.clock.now());

  const dir = tempDir();
  restore(backup, join(dir, 'portside.db'), first.clock.now() + 5 * YEAR_MS, { unsigned: true });
  const later = await startServer({ data_dir: dir });
  later.clock.ms = first.clock.now() + 5 * YEAR_MS;
  const headers = { authorization: `Bearer ${key}` };
  const read = await (await fetch(`${later.app.url}${CREATE.path}/${made.id}`, { headers })).json();
  expect(read).toEqual(await revoked.json());
  const pdf = await fetch(`${later.app.url}${CREATE.path}/${made.id}/pdf`, { headers });
  expect([pdf.status, pdf.headers.get('x-certificate-status')]).toEqual([200, 'superseded']);
  expect(await pdf.bytes()).toEqual(before);
  const link = await (await later.post(`${CREATE.path}/${made.id}/links`, {}, key)).json();
  expect(await (await fetch(link.gcc_pdf_url)).bytes()).toEqual(before);
  expect(
    (await fetch(`${later.app.url}${new URL(made.gcc_pdf_url).pathname}${new URL(made.gcc_pdf_url).search}`)).status,
  ).toBe(403);
  expect((await checkCertificates(later.storage, true)).status).toBe('ok');
  expect(later.faults).toEqual([]);
});
