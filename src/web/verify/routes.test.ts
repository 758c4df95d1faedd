import { expect, test } from 'bun:test';
import { sampleCertificate } from '../../../test/support/certificate-store-contract.ts';
import { startServer } from '../../../test/support/server.ts';
import { SAMPLE_ID } from '../../domain/sample-certificate.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { SampleCertificate, type SampleParts } from '../../entry/issue/sample-certificate.ts';
import { renderCertificate } from '../../entry/pdf/render-certificate.ts';
import { VERIFY_ASSETS } from './routes.ts';
import { SAMPLE_PATH } from './sample-path.ts';

const server = await startServer();
const certificate = sampleCertificate(1);
await server.storage.certificates.insert(certificate, Uint8Array.of(1));
const verifyUrl = (gccId: string) => `${server.app.url}/verify/${gccId}`;
const renderHere: SampleParts['render'] = async (certificate, recordJson) => renderCertificate(certificate, recordJson);
const UNKNOWN = verifyUrl('00000000-0000-4000-8000-00000000ffff');

test('a certificate is found by its id in any case, as a page or as JSON, and is never cached', async () => {
  const url = verifyUrl(certificate.gccId.toUpperCase());
  const page = await fetch(url);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain(certificate.sha256);
  const json = await fetch(url, { headers: { accept: 'application/json' } });
  expect([json.status, json.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await json.json()).toMatchObject({ gcc_id: certificate.gccId, sha256: certificate.sha256, revoked: false });
  for (const { headers } of [page, json]) {
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', 'Accept']);
    expect(headers.get('x-robots-tag')).toBe('noindex');
  }
});

test('a browser, which accepts HTML and anything else, gets the page', async () => {
  const accept = 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8';
  const page = await fetch(verifyUrl(certificate.gccId), { headers: { accept } });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test('a revoked certificate is shown as revoked', async () => {
  const revoked = sampleCertificate(2);
  await server.storage.certificates.insert(revoked, Uint8Array.of(2));
  await server.storage.certificates.revoke(
    { gccId: revoked.gccId, atMs: server.clock.ms },
    { name: 'operator', origin: 'test' },
  );
  expect(await (await fetch(verifyUrl(revoked.gccId))).text()).toContain('This certificate was revoked');
});

test('an unknown certificate is 404, as a page and as JSON', async () => {
  const page = await fetch(UNKNOWN);
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  const json = await fetch(UNKNOWN, { headers: { accept: 'application/json' } });
  expect([json.status, (await json.json()).error]).toEqual([404, 'not_found']);
});

test('the sample is a PDF with the hash that its page shows, the same from each process, and no certificate on record', async () => {
  const pdf = await fetch(server.app.url + SAMPLE_PATH);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const bytes = await pdf.bytes();
  const page = await (await fetch(verifyUrl(SAMPLE_ID))).text();
  expect(page).toContain(`data-sha256="${sha256Hex(bytes)}"`);
  const again = new SampleCertificate({ render: renderHere, baseUrl: () => server.app.url });
  expect((await again.read()).sha256).toBe(sha256Hex(bytes));
  // For programs only what was issued exists.
  const json = await fetch(verifyUrl(SAMPLE_ID), { headers: { accept: 'application/json' } });
  expect([json.status, (await json.json()).error]).toEqual([404, 'not_found']);
});

test.each(Object.entries(VERIFY_ASSETS))('%s is served', async (path, { type, text }) => {
  const asset = await fetch(server.app.url + path);
  expect([asset.status, asset.headers.get('content-type')]).toEqual([200, type]);
  expect(asset.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(await asset.text()).toBe(text);
});

test('no fault was logged', () => expect(server.faults).toEqual([]));
