/** A key tries to fill the disk with what it may store. */

import { Database } from 'bun:sqlite';
import { afterAll, beforeAll } from 'bun:test';
import { join } from 'node:path';
import { certificateRequests } from '../../support/paths.ts';
import { issueKey, type RunningServer, serve } from '../../support/program.ts';
import { attack } from '../../support/tally.ts';
import { tempDir } from '../../support/temp.ts';

/** The largest PDF that is stored (docs/errors.md). */
const PDF_BYTES_MAX = 2_000_000;
/** What a key of this test may store: the least that can be set. */
const STORED_BYTES_MAX = 10_000_000;
/** More than fit. */
const REQUESTS_MAX = 40;
/** Characters of all texts of a request. */
const TEXT_CHARS_MAX = 32_000;

const dir = tempDir();
const base = await Bun.file(join(certificateRequests, '04-complete-every-optional-field.json')).json();
let server: RunningServer;

beforeAll(async () => {
  server = await serve(dir);
});
afterAll(() => server.stop());

const key = (...args: string[]) => issueKey(dir, '--per-minute', '1000000', '--per-day', '1000000', ...args);

function generate(key: string, body: unknown, idempotencyKey?: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/entry/gcc/generate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  });
}

/** Bytes of the database file that are in use. */
function databaseBytes(): number {
  const database = new Database(join(dir, 'var/portside.db'), { readonly: true });
  const number = (pragma: string) => Number(Object.values(database.query(`PRAGMA ${pragma}`).get() as object)[0]);
  const bytes = (number('page_count') - number('freelist_count')) * number('page_size');
  database.close();
  return bytes;
}

/** `length` characters from `first` on, each once, from the `offset`th. */
const characters = (first: number, count: number) => (offset: number, length: number) =>
  Array.from({ length }, (_, i) => String.fromCodePoint(first + ((offset + i) % count))).join('');

/** A request whose texts are as long as allowed, filled by `text`. */
function filled(text: (offset: number, length: number) => string): unknown {
  let offset = 0;
  const take = (length: number) => {
    const taken = text(offset, length);
    offset += length;
    return taken;
  };
  const { product_info, manufacturer, testing_lab, ...others } = base;
  const request = {
    ...others,
    product_info: { ...product_info, description: take(1900) },
    manufacturer: { ...manufacturer, address: take(3900) },
    testing_lab: { ...testing_lab, address: take(3900) },
    certifier: { name: 'x', address: take(3900), email: 'a@b.example', phone: '1' },
    records_contact: { name: 'x', address: take(3900), email: 'a@b.example', phone: '1' },
  };
  const left = TEXT_CHARS_MAX - JSON.stringify(others).length - 3000 - offset;
  const exclusions = Array.from({ length: Math.floor(left / 500) }, () => ({
    citation: '16 CFR 1610.1',
    basis: take(490),
  }));
  return { ...request, exclusions };
}

const HAN = characters(0x4e00, 20_900);
const TEXTS: [string, unknown][] = [
  ['20,000 different Chinese characters', filled(HAN)],
  ['11,000 different Korean syllables', filled(characters(0xac00, 11_172))],
  [
    'Chinese and Korean in turn',
    filled((at, n) => (Math.floor(at / 4000) % 2 ? HAN(at, n) : characters(0xac00, 11_172)(at, n))),
  ],
  ['rare Chinese characters', filled(characters(0x3400, 6500))],
  ['characters beyond the first plane', filled(characters(0x20000, 20_000))],
  ['every emoji', filled(characters(0x1f300, 1700))],
  ['Devanagari conjuncts', filled((_, n) => 'क्ष्म्य'.repeat(n).slice(0, n))],
  ['Arabic forms', filled(characters(0x621, 40))],
  ['stacked accents', filled((_, n) => `a${'\u0301'.repeat(9)}`.repeat(n).slice(0, n))],
  ['one long word', filled((_, n) => 'W'.repeat(n))],
  ['words of one letter', filled((_, n) => 'a '.repeat(n).slice(0, n))],
  ['unassigned characters', filled(characters(0xe000, 6000))],
  ['a script in every word', filled((at, n) => 'aяαあ漢한अก'.repeat(n).slice(at % 8, (at % 8) + n))],
];

attack('no certificate is larger than its ceiling', async (tally) => {
  const { key: holder } = await key();
  for (const [name, body] of TEXTS) {
    const response = await generate(holder, body);
    const answer = (await response.json()) as { gcc_pdf_url?: string };
    const bytes = answer.gcc_pdf_url ? (await (await fetch(answer.gcc_pdf_url)).arrayBuffer()).byteLength : 0;
    const held = bytes > 0 ? bytes <= PDF_BYTES_MAX : response.status === 422;
    tally.holds(
      held,
      name,
      `${response.status}, a PDF of ${bytes} bytes for a request of ${JSON.stringify(body).length}`,
    );
  }
});

attack('a key stores no more than its limit, whatever it sends', async (tally) => {
  let n = 0;
  const large = () => filled((at, length) => HAN((at % 3000) + n++, length));
  const ways: [string, (holder: string) => Promise<Response>][] = [
    ['large requests', (holder) => generate(holder, large())],
    ['a new Idempotency-Key each time', (holder) => generate(holder, large(), `${'k'.repeat(195)}${n++}`)],
    ['unknown fields', (holder) => generate(holder, { ...(large() as object), padding: 'x'.repeat(100_000) })],
    [
      'many at once',
      async (holder) => (await Promise.all(Array.from({ length: 4 }, () => generate(holder, large()))))[3]!,
    ],
  ];
  for (const [name, send] of ways) {
    const { key: holder } = await key('--stored-max', '10MB');
    const before = databaseBytes();
    let answer = '';
    for (let sent = 0; sent < REQUESTS_MAX; sent++) {
      const response = await send(holder);
      const { error, message } = (await response.json()) as { error?: string; message?: string };
      if (response.status === 200) continue;
      answer = `${response.status} ${error} ${message}`;
      break;
    }
    const stored = databaseBytes() - before;
    // A page of the file is filled in part, which is not counted.
    const held = /^429 rate_limited .*\bstore/i.test(answer) && stored <= 1.2 * STORED_BYTES_MAX;
    tally.holds(held, name, `${answer || 'never refused'}, ${stored} bytes more in the database`);
  }
});

attack('what a stranger sends stores next to nothing', async (tally) => {
  const strangers: [string, (n: number) => Promise<unknown>][] = [
    [
      '1,000 wrong keys',
      (n) =>
        fetch(`${server.url}/api/v1/tariff/hts/lookup`, {
          method: 'POST',
          headers: { authorization: `Bearer svc_${String(n).padStart(24, 'x')}` },
        }),
    ],
    ['1,000 unknown paths', (n) => fetch(`${server.url}/${'p'.repeat(500)}/${n}`)],
    ['1,000 certificates asked for', (n) => fetch(`${server.url}/verify/gcc_${n}`)],
    ['1,000 forged links', (n) => fetch(`${server.url}/api/v1/entry/gcc/gcc_${n}.pdf?expires=1&key=a&signature=${n}`)],
    ['1,000 signed-out visits', (n) => fetch(`${server.url}/operator/keys?q=${n}`, { redirect: 'manual' })],
    ['1,000 codes explained', (n) => fetch(`${server.url}/api/v0/tariff/hts/${7000 + n}`)],
  ];
  for (const [name, send] of strangers) {
    const [before, logBefore] = [databaseBytes(), server.stderr().length];
    for (let n = 0; n < 1000; n++) await send(n);
    const [stored, logged] = [databaseBytes() - before, server.stderr().length - logBefore];
    tally.holds(stored < 100_000 && logged < 10_000, name, `${stored} bytes stored, ${logged} bytes of log`);
  }
});
