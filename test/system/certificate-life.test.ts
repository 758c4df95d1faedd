/**
 * One certificate from its making to five years later: linked again, filed with a registry that refuses, loses an answer and
 * accepts, superseded, backed up, restored. Its bytes never change, and nothing that was said of it is lost.
 */
import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from '../../src/adapters/sqlite/backup.ts';
import { restore } from '../../src/adapters/sqlite/restore.ts';
import { CREATE } from '../../src/api/v2/certificates/routes.ts';
import { DAY_MS } from '../../src/domain/clock.ts';
import { fileableBody } from '../support/registry-requests.ts';
import { RegistryStandIn, SECRET, TOKEN } from '../support/registry-stand-in.ts';
import { startServer } from '../support/server.ts';
import { tempDir } from '../support/temp.ts';

const FIVE_YEARS_MS = (5 * 365 + 2) * DAY_MS;

const registry = new RegistryStandIn();
afterAll(() => registry.close());
const secrets = tempDir();
writeFileSync(join(secrets, 'token'), TOKEN);
writeFileSync(join(secrets, 'secret'), SECRET);
const SETTINGS = {
  registry_url: registry.url,
  registry_certifier_id: 'C-1',
  registry_collection_id: 'list',
  registry_token_file: join(secrets, 'token'),
  registry_secret_file: join(secrets, 'secret'),
};

type Server = Awaited<ReturnType<typeof startServer>>;

function caller(server: Server, key: string) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${server.app.url}${CREATE.path}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each answer is compared below
    return { status: response.status, body: (await response.json()) as any };
  };
}

const bytesOf = async (url: string) => (await fetch(url)).bytes();

test('a certificate lives for five years', async () => {
  const server = await startServer(SETTINGS);
  const key = await server.key('entry', { perMinute: 1000, perDay: 10_000 });
  const call = caller(server, key);
  await server.storage.filings.importCodes(
    { importedAt: 1, sha256: '', body: '[{"code":"1203"}]' },
    { atMs: 1, actor: '', origin: '', action: 'x', subject: '' },
  );
  const body = fileableBody();
  const { body: made } = await call('POST', '', body);
  const pdf = await bytesOf(made.gcc_pdf_url);

  // Linked again after the first URL has expired.
  server.clock.ms += DAY_MS;
  expect((await fetch(made.gcc_pdf_url)).status).toBe(403);
  const { body: link } = await call('POST', `/${made.id}/links`);
  expect(await bytesOf(link.gcc_pdf_url)).toEqual(pdf);

  // Filed: refused with 2026, then the answer is lost although the registry took the record, then it is asked again.
  const file = (id: string) => call('POST', `/${id}/filings`);
  const filingsOf = async (id: string) => (await call('GET', `/${id}/filings`)).body.filings;
  registry.errors = [{ errorCode: '2026', errorField: 'labs', errorMessage: 'Neither labs nor exemptions.' }];
  expect((await file(made.id)).body.state).toBe('sent');
  server.clock.ms += 60_000;
  expect((await file(made.id)).body).toMatchObject({ state: 'refused', errors: [{ code: '2026' }] });
  registry.next(/^POST/, 'taken');
  expect((await file(made.id)).body).toMatchObject({ state: 'sent', import_id: null });
  server.clock.ms += 60_000;
  expect((await file(made.id)).body.state).toBe('accepted');
  expect((await filingsOf(made.id)).map(({ state }: { state: string }) => state).sort()).toEqual([
    'accepted',
    'refused',
  ]);

  // The next version is refused with 2024, because the registry has lost a party, and then accepted.
  const next = structuredClone(body);
  Object.assign(next.product_info, { version_id: 'V2', lot: 'L-2' });
  const { body: successor } = await call('POST', '', next);
  registry.parties.clear();
  await file(successor.id);
  server.clock.ms += 60_000;
  expect((await file(successor.id)).body).toMatchObject({
    state: 'refused',
    errors: [{ code: '2024' }, { code: '2024' }],
  });
  await file(successor.id);
  server.clock.ms += 60_000;
  expect((await file(successor.id)).body.state).toBe('accepted');
  const submissions = registry.submissions;

  // Superseded by that version, which is revoked later.
  const reason = 'The lot was mistyped';
  expect((await call('POST', `/${made.id}/revocation`, { reason, successor_id: successor.id })).status).toBe(200);
  expect((await call('POST', `/${successor.id}/revocation`, { reason: 'Recalled' })).body.status).toBe('revoked');
  const record = (await call('GET', `/${made.id}`)).body;
  expect(record).toMatchObject({ status: 'superseded', filing: 'accepted', successor_id: successor.id });
  const filings = await filingsOf(made.id);

  // Restored from a backup on another machine, five years later.
  const backup = join(tempDir(), 'portside.backup');
  backUp(server.storage.recordsFile.filename, backup, server.clock.now());
  const dir = tempDir();
  const laterMs = server.clock.now() + FIVE_YEARS_MS;
  restore(backup, join(dir, 'portside.db'), laterMs, { unsigned: true });
  const later = await startServer({ ...SETTINGS, data_dir: dir });
  later.clock.ms = laterMs;
  const recall = caller(later, key);
  expect((await recall('GET', `/${made.id}`)).body).toEqual(record);
  expect((await recall('GET', `/${made.id}/filings`)).body.filings).toEqual(filings);
  const { body: fresh } = await recall('POST', `/${made.id}/links`);
  const download = await fetch(fresh.gcc_pdf_url);
  expect([download.status, download.headers.get('x-certificate-status')]).toEqual([200, 'superseded']);
  expect(await download.bytes()).toEqual(pdf);
  expect(
    await (await fetch(`${later.app.url}/verify/${made.id}`, { headers: { accept: 'application/json' } })).json(),
  ).toMatchObject({
    status: 'superseded',
    sha256: record.sha256,
    successor_id: successor.id,
  });
  expect(registry.submissions).toBe(submissions);
  expect([...server.faults, ...later.faults]).toEqual([]);
});
