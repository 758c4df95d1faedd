import { describe, expect, test } from 'bun:test';
import { NOW_MS, REQUESTS, recordOf, validBody } from '../../../test/support/certificate-fixtures.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import { SAMPLE_ID } from '../../domain/sample-certificate.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { samplePage, searchPage, unknownCertificatePage, unknownFilePage, verifyPage } from './page.ts';
import { VERIFY_ASSETS } from './routes.ts';
import { SAMPLE_PATH } from './sample-path.ts';
import { verification } from './verification.ts';

/** Every text of a request that is too long to be on the page by chance. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 5 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('the verify page', () => {
  test.each(REQUESTS)('shows product and certifier, and nothing else of the request: %s', (_name, body) => {
    const record = recordOf(body);
    const { product, certifier = '' } = verification(record);
    const shown = verifyPage(record) + JSON.stringify(verification(record));
    expect(shown).toContain(Bun.escapeHTML(product.name));
    expect(shown).toContain(certifier === '' ? 'Not stated' : Bun.escapeHTML(certifier));
    const isPublic = (text: string) => [...Object.values(product), certifier].some((one) => one.includes(text));
    for (const text of textsOf(JSON.parse(record.requestJson)).filter((each) => !isPublic(each))) {
      expect(shown).not.toContain(text);
      expect(shown).not.toContain(Bun.escapeHTML(text));
    }
    expect(shown).not.toContain(record.keyId);
    expect(shown).not.toContain(record.requestId);
  });

  test('shows the id, the time and the hash', () => {
    const shown = verifyPage(recordOf(validBody()));
    expect(shown).toStartWith('<!doctype html>\n<html lang="en">');
    expect(shown).toContain('7c9e6679-7425-40de-944b-e07fc1f90ae7');
    expect(shown).toContain('<time datetime="2026-11-20T12:00:00.000Z">2026-11-20 12:00:00 UTC</time>');
    expect(shown).toContain('ab'.repeat(32));
  });

  test.each<[fields: Partial<CertificateRecord>, says: string[], saysNot: string[]]>([
    [{}, ['is on record', 'Incomplete'], ['revoked']],
    [{ state: 'stated_with_defects' }, ['is on record', 'with defects'], ['Incomplete', 'revoked']],
    [{ state: 'stated' }, ['is on record', 'All elements'], ['Incomplete', 'with defects', 'revoked']],
    [
      { state: 'stated', revokedAtMs: NOW_MS + 1000 },
      ['was revoked', '2026-11-20 12:00:01 UTC'],
      ['is on record', 'was not withdrawn'],
    ],
    // 0 is a valid time: a check for truthiness would miss it.
    [{ revokedAtMs: 0 }, ['was revoked', '1970-01-01'], ['was not withdrawn']],
  ])('%j', (fields, says, saysNot) => {
    const shown = verifyPage(recordOf(validBody(), fields));
    for (const text of says) expect(shown).toContain(text);
    for (const text of saysNot) expect(shown).not.toContain(text);
  });

  test('links home, and names who issued the certificate of the signer, if that was another', () => {
    const record = recordOf(validBody(), { signer: 'cd'.repeat(32) });
    expect(verifyPage(record)).toContain('<a href="/">');
    expect(verifyPage(record, { name: 'Acme', issuer: 'A <b>CA' })).toContain('<dd>A &lt;b&gt;CA</dd>');
    expect(verifyPage(record, { name: 'Acme' })).not.toContain('Who names the signer');
  });

  test('calls the sample a sample, and never a certificate on record', () => {
    const shown = samplePage('ab'.repeat(32));
    expect(shown).toContain('This is a sample, not a certificate');
    expect(shown).toContain('data-state="sample"');
    expect(shown).not.toMatch(/is on record|class="state good"|This service issued a document with this number/);
  });

  test('claims neither compliance nor approval', () => {
    expect(verifyPage(recordOf(validBody()))).not.toMatch(/approved|is certified|complies with|genuine/i);
  });

  test('obeys its content security policy: nothing inline, and every asset is served', () => {
    const links = ['/', SAMPLE_PATH, '/verify', `/verify/${SAMPLE_ID}`];
    for (const shown of [
      verifyPage(recordOf(validBody())),
      samplePage('ab'.repeat(32)),
      unknownCertificatePage(),
      searchPage(),
      searchPage(true),
      unknownFilePage(),
    ]) {
      expect(shown).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i);
      for (const [, path] of shown.matchAll(/(?:src|href)="([^"]*)"/g))
        expect([...Object.keys(VERIFY_ASSETS), ...links]).toContain(path!);
    }
  });

  test.each<[life: Partial<CertificateRecord>, status: 'active' | 'superseded' | 'revoked', says: string]>([
    [{}, 'active', '</a>.</p>'],
    [{ revokedAtMs: NOW_MS }, 'revoked', '</a>, which was revoked since. Do not rely on that one either.</p>'],
    [{ revokedAtMs: NOW_MS, successorId: 'c' }, 'superseded', '</a>, which was superseded since.'],
  ])('says what became of the successor: %j is %s', (life, status, says) => {
    const record = recordOf(validBody(), { revokedAtMs: NOW_MS, successorId: 'b' });
    const successor = recordOf(validBody(), { gccId: 'b', ...life });
    expect(verification(record, { successor })).toMatchObject({ successor_id: 'b', successor_status: status });
    expect(verifyPage(record, { successor })).toContain(says);
    expect(verifyPage(record, { successor })).toContain('data-state="superseded"');
  });

  test('has a JSON form', () => {
    const expected = {
      gcc_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      issued_at: '2026-11-20T12:00:00.000Z',
      sha256: 'ab'.repeat(32),
      product: { name: 'Adult bicycle helmet', model: 'MRD-M' },
      state: 'incomplete' as const,
      status: 'active' as const,
      revoked: false,
    };
    expect(verification(recordOf(validBody()))).toEqual(expected);
    expect(verification(recordOf(validBody(), { revokedAtMs: NOW_MS }))).toEqual({
      ...expected,
      status: 'revoked',
      revoked: true,
      revoked_at: '2026-11-20T12:00:00.000Z',
    });
    const successorId = '00000000-0000-4000-8000-000000000002';
    const superseded = { revokedAtMs: NOW_MS, successorId, revocationReason: 'Ms Smith mistyped it' };
    expect(verification(recordOf(validBody(), superseded))).toEqual({
      ...expected,
      status: 'superseded',
      revoked: true,
      revoked_at: '2026-11-20T12:00:00.000Z',
      successor_id: successorId,
    });
    const page = verifyPage(recordOf(validBody(), superseded));
    expect(page).toContain('This certificate was superseded');
    expect(page).toContain(`<a href="/verify/${successorId}">`);
    expect(page).not.toContain('Smith');
  });

  test('says that a certificate is unknown', () => {
    expect(unknownCertificatePage()).toContain('no certificate with this number');
  });
});

describe('the comparison in the browser', () => {
  /** Runs the page's script with a fake of the few parts of a document that it uses, and returns what it shows. */
  async function verdictOn(
    bytes: Uint8Array<ArrayBuffer>,
    sha256: string,
    parts: { subtle?: boolean; size?: number; state?: string } = {},
  ) {
    const verdict = { className: '', textContent: '' };
    const finished = Promise.withResolvers<void>();
    const shown = new Proxy(verdict, {
      set(target, name, value) {
        Reflect.set(target, name, value);
        if (name === 'textContent' && value !== 'Comparing…') finished.resolve();
        return true;
      },
    });
    let choose = () => {};
    const file = { size: parts.size ?? bytes.length, arrayBuffer: async () => bytes.buffer };
    const input = { files: [file], addEventListener: (_name: string, listener: () => void) => (choose = listener) };
    const drop = {
      dataset: { sha256, state: parts.state },
      querySelector: () => input,
      classList: { add() {}, remove() {} },
    };
    const document = { querySelector: (name: string) => (name === '.drop' ? drop : shown), addEventListener() {} };
    const global = { crypto: parts.subtle === false ? {} : crypto };
    new Function('document', 'globalThis', VERIFY_ASSETS['/verify/page.js'].text)(document, global);
    choose();
    await finished.promise;
    return verdict;
  }

  const bytes = new TextEncoder().encode('%PDF-1.7');
  const sha256 = sha256Hex(bytes);

  test('matches the same bytes and no others', async () => {
    expect(await verdictOn(bytes, sha256)).toMatchObject({
      className: 'state good',
      textContent: expect.stringContaining('Match'),
    });
    expect(await verdictOn(bytes.slice(1), sha256)).toMatchObject({ className: 'state bad' });
  });

  test('never shows a revoked certificate as a good match', async () => {
    expect(await verdictOn(bytes, sha256, { state: 'revoked' })).toMatchObject({ className: 'state bad' });
    expect(verifyPage(recordOf(validBody(), { revokedAtMs: NOW_MS }))).toContain('data-state="revoked"');
  });

  test('gives no verdict where the browser cannot hash', async () => {
    expect(await verdictOn(bytes, sha256, { subtle: false })).toMatchObject({ className: 'state mild' });
  });

  test('does not read a huge file', async () => {
    expect(await verdictOn(bytes, sha256, { size: 1e9 })).toMatchObject({ className: 'state bad' });
  });
});
