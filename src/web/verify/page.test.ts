import { describe, expect, test } from 'bun:test';
import { NOW_MS, REQUESTS, validBody } from '../../../test/support/certificate-fixtures.ts';
import { printCertificate, printVerdict } from '../../cli/entry-text.ts';
import type { GccRequest } from '../../domain/certificate.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import { makeCertificate } from '../../entry/issue/certificate.ts';
import { readRequest } from '../../entry/issue/validate.ts';
import { html } from '../../http/html.ts';
import { unknownCertificatePage, VERIFY_ASSETS, verification, verifyPage } from './page.ts';

function recordOf(body: unknown, fields: Partial<CertificateRecord> = {}): CertificateRecord {
  return {
    gccId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    keyId: 'key-of-the-caller',
    requestId: 'request-id-of-the-call',
    issuedAtMs: NOW_MS,
    verifyUrl: 'https://portside.example/verify/7c9e6679-7425-40de-944b-e07fc1f90ae7',
    requestJson: JSON.stringify(readRequest(body, NOW_MS)),
    sha256: 'ab'.repeat(32),
    pdfBytes: 31_000,
    complete: false,
    ...fields,
  };
}

/** Every text of a request, long enough not to stand on the page by chance. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 5 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('the verify page', () => {
  test.each(REQUESTS)('carries nothing of the request: %s', (_name, body) => {
    const record = recordOf(body);
    const shown = verifyPage(record) + JSON.stringify(verification(record));
    for (const text of textsOf(JSON.parse(record.requestJson))) {
      expect(shown).not.toContain(text);
      expect(shown).not.toContain(Bun.escapeHTML(text));
    }
    expect(shown).not.toContain(record.keyId);
    expect(shown).not.toContain(record.requestId);
  });

  test('says which, when, and with what hash', () => {
    const shown = verifyPage(recordOf(validBody()));
    expect(shown).toStartWith('<!doctype html>\n<html lang="en">');
    expect(shown).toContain('7c9e6679-7425-40de-944b-e07fc1f90ae7');
    expect(shown).toContain('<time datetime="2026-11-20T12:00:00.000Z">2026-11-20 12:00:00 UTC</time>');
    expect(shown).toContain('ab'.repeat(32));
  });

  test.each<[fields: Partial<CertificateRecord>, says: string[], saysNot: string[]]>([
    [{}, ['is on record', 'Incomplete'], ['revoked']],
    [{ complete: true }, ['is on record'], ['Incomplete', 'revoked']],
    [
      { complete: true, revokedAtMs: NOW_MS + 1000 },
      ['was revoked', '2026-11-20 12:00:01 UTC'],
      ['is on record', 'issued here and stands'],
    ],
    // The epoch is a moment like any other.
    [{ revokedAtMs: 0 }, ['was revoked', '1970-01-01'], ['issued here and stands']],
  ])('%j', (fields, says, saysNot) => {
    const shown = verifyPage(recordOf(validBody(), fields));
    for (const text of says) expect(shown).toContain(text);
    for (const text of saysNot) expect(shown).not.toContain(text);
  });

  test('claims neither compliance nor approval', () => {
    expect(verifyPage(recordOf(validBody()))).not.toMatch(/approved|is certified|complies with|genuine/i);
  });

  test('runs under its own policy: no inline script, style or handler, and every asset is served', () => {
    for (const shown of [verifyPage(recordOf(validBody())), unknownCertificatePage()]) {
      expect(shown).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i);
      for (const [, path] of shown.matchAll(/(?:src|href)="([^"]*)"/g))
        expect(Object.keys(VERIFY_ASSETS)).toContain(path!);
    }
  });

  test('as JSON', () => {
    const expected = {
      gcc_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      issued_at: '2026-11-20T12:00:00.000Z',
      sha256: 'ab'.repeat(32),
      complete: false,
      revoked: false,
    };
    expect(verification(recordOf(validBody()))).toEqual(expected);
    expect(verification(recordOf(validBody(), { revokedAtMs: NOW_MS }))).toEqual({
      ...expected,
      revoked: true,
      revoked_at: '2026-11-20T12:00:00.000Z',
    });
  });

  test('an unknown certificate is said to be unknown', () => {
    expect(unknownCertificatePage()).toContain('no certificate with this number');
  });
});

describe('the html template', () => {
  test('escapes every value that is not html', () => {
    expect(html`<p title="${`"'`}">${'<b>&'}</p>`.markup).toBe('<p title="&quot;&#x27;">&lt;b&gt;&amp;</p>');
  });

  test('joins lists, keeps html, drops what is absent', () => {
    expect(html`${[html`<b>${1}</b>`, '<', undefined]}`.markup).toBe('<b>1</b>&lt;');
  });
});

describe('the comparison in the browser', () => {
  /** The page's script over the few parts of a document it touches. */
  async function verdictOn(
    bytes: Uint8Array<ArrayBuffer>,
    sha256: string,
    parts: { subtle?: boolean; size?: number; state?: string } = {},
  ) {
    const verdict = { className: '', textContent: '' };
    const said = Promise.withResolvers<void>();
    const shown = new Proxy(verdict, {
      set(target, name, value) {
        Reflect.set(target, name, value);
        if (name === 'textContent' && value !== 'Comparing…') said.resolve();
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
    await said.promise;
    return verdict;
  }

  const bytes = new TextEncoder().encode('%PDF-1.7');
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

  test('the same bytes match, others do not', async () => {
    expect(await verdictOn(bytes, sha256)).toMatchObject({
      className: 'state good',
      textContent: expect.stringContaining('Match'),
    });
    expect(await verdictOn(bytes.slice(1), sha256)).toMatchObject({ className: 'state bad' });
  });

  test('a revoked certificate is never a good match', async () => {
    expect(await verdictOn(bytes, sha256, { state: 'revoked' })).toMatchObject({ className: 'state bad' });
    expect(verifyPage(recordOf(validBody(), { revokedAtMs: NOW_MS }))).toContain('data-state="revoked"');
  });

  test('no verdict where the browser cannot hash', async () => {
    expect(await verdictOn(bytes, sha256, { subtle: false })).toMatchObject({ className: 'state mild' });
  });

  test('a huge file is not read', async () => {
    expect(await verdictOn(bytes, sha256, { size: 1e9 })).toMatchObject({ className: 'state bad' });
  });
});

describe('on the terminal', () => {
  const certificate = (body: unknown) => {
    const record = recordOf(body);
    const request = JSON.parse(record.requestJson) as GccRequest;
    return makeCertificate(request, record);
  };

  test('what was made, what is missing, and the notes', () => {
    const body = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1501'] };
    const text = printCertificate(certificate(body), recordOf(body), 'helmet.pdf');
    expect(text).toContain('Certificate   7c9e6679');
    expect(text).toContain('helmet.pdf (31 KB)');
    expect(text).toContain('Incomplete. Not stated in the request:\n  /certifier\n');
    expect(text).toContain("/cpsc_rules_cited/0  Listed here as a rule for children's products");
  });

  test('a complete one is called complete, not true', () => {
    const [, body] = REQUESTS.find(([name]) => name.includes('complete-every'))!;
    expect(printCertificate(certificate(body), recordOf(body))).toContain('Complete: every item');
  });

  test.each([
    ['genuine', 'Match'],
    ['altered', 'No match'],
  ] as const)('a file that is %s', (kind, opening) => {
    const text = printVerdict({ kind, record: recordOf(validBody(), { revokedAtMs: NOW_MS }) });
    expect(text).toStartWith(opening);
    expect(text).toContain('Revoked       2026-11-20 12:00:00 UTC');
  });

  test('a file that is unknown', () => expect(printVerdict({ kind: 'unknown' })).toStartWith('Unknown'));
});
