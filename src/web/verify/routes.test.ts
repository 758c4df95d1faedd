import { describe, expect, test } from 'bun:test';
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

const search = (query: string) => fetch(`${server.app.url}/verify${query}`, { redirect: 'manual' });

test.each([
  certificate.gccId,
  certificate.gccId.toUpperCase(),
  certificate.gccId.replaceAll('-', ''),
  ` ${certificate.gccId.replaceAll('-', ' - ')} `,
  `Certificate ID ${certificate.gccId}`,
  `https://portside.example/verify/${certificate.gccId}`,
  certificate.gccId.replaceAll('-', '–'),
])('/verify leads from the number %p to its page', async (number) => {
  const answer = await search(`?number=${encodeURIComponent(number)}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/verify/${certificate.gccId}`]);
});

test('/verify is a form that needs no script, and says what is wrong with a number', async () => {
  const page = await search('');
  const html = await page.text();
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(html).toContain('<form class="search" method="get" action="/verify">');
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
  for (const wrong of ['x', '7c9e6679', 'g'.repeat(32), `${certificate.gccId}0`, '<script>']) {
    const answer = await search(`?number=${encodeURIComponent(wrong)}`);
    const text = await answer.text();
    expect([wrong, answer.status, text.includes('This is not the number')]).toEqual([wrong, 422, true]);
    expect(text).not.toContain('<script>');
  }
});

test('names that stand twice, and answers to other sites', async () => {
  expect((await search(`?number=x&number=${certificate.gccId}`)).status).toBeLessThan(500);
  expect((await search('?sha256=a&sha256=b')).status).toBe(404);
  const other = await fetch(`${server.app.url}/verify?sha256=${'f'.repeat(64)}`, {
    headers: { origin: 'https://other.example' },
  });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
  expect(other.headers.get('ratelimit')).toMatch(/^"address"/);
});

test('a file is found by its SHA-256, and an unknown one is told', async () => {
  const found = await search(`?sha256=${certificate.sha256}`);
  expect([found.status, found.headers.get('location')]).toEqual([303, `/verify/${certificate.gccId}`]);
  for (const sha256 of ['f'.repeat(64), 'x']) {
    const unknown = await search(`?sha256=${sha256}`);
    expect([unknown.status, (await unknown.text()).includes('No certificate on record is this file')]).toEqual([
      404,
      true,
    ]);
  }
});

describe('the public PDF', () => {
  const by = { name: 'test', origin: 'test', atMs: 1 };
  const pdf = new TextEncoder().encode('%PDF-1.7 of a test');
  const one = sampleCertificate(11, { sha256: sha256Hex(pdf) });
  const at = `/verify/${one.gccId}/certificate.pdf`;
  const download = () => fetch(server.app.url + at);

  test('is off, on, and off again; its page links it only while it is on', async () => {
    await server.storage.certificates.insert(one, pdf);
    expect((await download()).status).toBe(404);
    await server.storage.certificates.setPublic(one.gccId, 1, by);
    const answer = await download();
    expect([answer.status, answer.headers.get('content-type'), await answer.bytes()]).toEqual([
      200,
      'application/pdf',
      pdf,
    ]);
    expect([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    expect(await (await fetch(verifyUrl(one.gccId))).text()).toContain(`href="${at}"`);
    const json = await fetch(verifyUrl(one.gccId), { headers: { accept: 'application/json' } });
    expect((await json.json()).public_pdf_url).toBe(`${one.verifyUrl}/certificate.pdf`);
    await server.storage.certificates.revoke({ gccId: one.gccId, atMs: 2 }, by);
    expect((await download()).headers.get('x-certificate-status')).toBe('revoked');
    await server.storage.certificates.setPublic(one.gccId, undefined, by);
    expect((await download()).status).toBe(404);
    expect(await (await fetch(verifyUrl(one.gccId))).text()).not.toContain('certificate.pdf');
  });

  test('counts against the limit of the address, and other bytes than those issued are never sent', async () => {
    await server.storage.certificates.setPublic(one.gccId, 1, by);
    expect((await download()).headers.get('ratelimit')).toMatch(/^"address";r=\d+/);
    server.storage.recordsFile.run("UPDATE certificate_files SET pdf = x'00' WHERE gcc_id = ?", [one.gccId]);
    const broken = await download();
    expect([broken.status, await broken.text()]).toEqual([503, expect.not.stringContaining('SHA-256')]);
    expect(server.faults.splice(0).map(String)).toEqual([
      expect.stringContaining(`certificate ${one.gccId} are damaged`),
    ]);
  });
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
