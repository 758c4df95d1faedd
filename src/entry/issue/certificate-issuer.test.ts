import { beforeEach, describe, expect, test } from 'bun:test';
import { MemoryStore, NOW_MS, validBody } from '../../../test/support/certificate-fixtures.ts';
import { INVALID_REQUESTS } from '../../../test/support/invalid-requests.ts';
import type { Certificate } from '../../domain/certificate.ts';
import { PortsideError } from '../../domain/errors.ts';
import { verifyFile } from '../verify/verify-file.ts';
import { CertificateIssuer, IDEMPOTENCY_MS, type IssueRequest, uuid } from './certificate-issuer.ts';

let store: MemoryStore;
let nowMs: number;
let rendered: Certificate[];
let issuer: CertificateIssuer;

/** A stand-in that names its certificate, as the real document does. */
async function render(certificate: Certificate) {
  rendered.push(certificate);
  await Promise.resolve();
  return new TextEncoder().encode(`%PDF ${certificate.gccId} ${JSON.stringify(certificate.request)}`);
}

function pressWith(parts: { render?: typeof render } = {}) {
  return new CertificateIssuer({
    render: parts.render ?? render,
    store,
    clock: { now: () => nowMs, random: (length) => crypto.getRandomValues(new Uint8Array(length)) },
  });
}

beforeEach(() => {
  store = new MemoryStore();
  nowMs = NOW_MS;
  rendered = [];
  issuer = pressWith();
});

function order(fields: Partial<IssueRequest> = {}): IssueRequest {
  return {
    body: validBody(),
    keyId: 'k1',
    lineage: 'line',
    requestId: 'req',
    baseUrl: 'https://portside.example',
    ...fields,
  };
}

async function codeOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PortsideError) return error.code;
  throw error ?? new Error('Nothing was thrown.');
}

test('a certificate is kept with its bytes, hash and request before it is returned', async () => {
  const record = await issuer.generate(order());
  const pdf = await store.pdf(record.gccId);
  expect(await store.get(record.gccId)).toEqual(record);
  expect(record).toMatchObject({ keyId: 'k1', requestId: 'req', issuedAtMs: NOW_MS, complete: false });
  expect(record.sha256).toBe(new Bun.CryptoHasher('sha256').update(pdf!).digest('hex'));
  expect(record.pdfBytes).toBe(pdf!.byteLength);
  expect(JSON.parse(record.requestJson).product_info.name).toBe('Adult bicycle helmet');
});

test.each(INVALID_REQUESTS)('an invalid request leaves nothing behind: %s', async (_name, body) => {
  expect(await codeOf(issuer.generate(order({ body, idempotencyKey: 'a' })))).toBe('invalid_request');
  expect(rendered).toBeEmpty();
  expect(store.certificates.size + store.remembered.length).toBe(0);
  // Nor is the key spent: the mended request may use it.
  expect((await issuer.generate(order({ idempotencyKey: 'a' }))).gccId).toBeString();
});

test('a rendering that fails leaves nothing behind, and the key may be used again', async () => {
  let fonts = false;
  const broken = pressWith({
    render: (certificate) => (fonts ? render(certificate) : Promise.reject(new Error('no font'))),
  });
  await expect(broken.generate(order({ idempotencyKey: 'a' }))).rejects.toThrow('no font');
  expect(store.certificates.size + store.remembered.length).toBe(0);
  fonts = true;
  expect((await broken.generate(order({ idempotencyKey: 'a' }))).gccId).toBeString();
});

describe('Idempotency-Key', () => {
  test('the same key and body give the same certificate', async () => {
    const first = await issuer.generate(order({ idempotencyKey: 'a' }));
    expect(await issuer.generate(order({ idempotencyKey: 'a' }))).toEqual(first);
    expect(store.certificates.size).toBe(1);
    expect(rendered).toHaveLength(1);
  });

  test('field order, spacing and ignored fields make no other body', async () => {
    const { product_info, manufacturer, testing_lab } = validBody();
    const first = await issuer.generate(order({ idempotencyKey: 'a' }));
    const body = {
      colour: 1,
      testing_lab,
      manufacturer,
      product_info: { ...product_info, name: ' Adult  bicycle helmet' },
    };
    expect(await issuer.generate(order({ idempotencyKey: 'a', body }))).toEqual(first);
  });

  test('another body is a conflict, and leaves nothing behind', async () => {
    await issuer.generate(order({ idempotencyKey: 'a' }));
    const body = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1203'] };
    expect(await codeOf(issuer.generate(order({ idempotencyKey: 'a', body })))).toBe('conflict');
    expect(store.certificates.size).toBe(1);
  });

  test('another key, another lineage, or none, is another certificate', async () => {
    const orders = [
      { idempotencyKey: 'a' },
      { idempotencyKey: 'b' },
      { idempotencyKey: 'a', lineage: 'other' },
      {},
      {},
    ];
    const records = await Promise.all(orders.map((fields) => issuer.generate(order(fields))));
    expect(new Set(records.map(({ gccId }) => gccId)).size).toBe(5);
  });

  test.each(['', 'x'.repeat(256), 'clé', 'a\nb'])('%p is refused', async (idempotencyKey) => {
    expect(await codeOf(issuer.generate(order({ idempotencyKey })))).toBe('invalid_request');
    expect(store.certificates.size).toBe(0);
  });

  test('lineage and key are not run together', async () => {
    const one = await issuer.generate(order({ lineage: 'a","b', idempotencyKey: 'c' }));
    const other = await issuer.generate(order({ lineage: 'a', idempotencyKey: 'b","c' }));
    expect(one.gccId).not.toBe(other.gccId);
  });

  test('it is remembered for 24 hours, to the millisecond', async () => {
    const first = await issuer.generate(order({ idempotencyKey: 'a' }));
    nowMs += IDEMPOTENCY_MS - 1;
    expect((await issuer.generate(order({ idempotencyKey: 'a' }))).gccId).toBe(first.gccId);
    nowMs += 1;
    expect((await issuer.generate(order({ idempotencyKey: 'a' }))).gccId).not.toBe(first.gccId);
  });

  test('twenty at once make one certificate', async () => {
    const records = await Promise.all(
      Array.from({ length: 20 }, () => issuer.generate(order({ idempotencyKey: 'a' }))),
    );
    expect(new Set(records.map(({ gccId }) => gccId)).size).toBe(1);
    expect(rendered).toHaveLength(1);
    expect(store.certificates.size).toBe(1);
  });

  test('of two bodies at once under one key, one is a conflict', async () => {
    const first = issuer.generate(order({ idempotencyKey: 'a' }));
    const body = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1203'] };
    expect(await codeOf(issuer.generate(order({ idempotencyKey: 'a', body })))).toBe('conflict');
    expect((await first).gccId).toBeString();
  });

  test('two processes on one store make one certificate', async () => {
    const records = await Promise.all([
      issuer.generate(order({ idempotencyKey: 'a' })),
      pressWith().generate(order({ idempotencyKey: 'a' })),
    ]);
    expect(rendered).toHaveLength(2);
    expect(records[0]).toEqual(records[1]!);
    expect(store.certificates.size).toBe(1);
  });

  test('two processes with two bodies: one certificate, one conflict', async () => {
    const body = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1203'] };
    const results = await Promise.allSettled([
      issuer.generate(order({ idempotencyKey: 'a' })),
      pressWith().generate(order({ idempotencyKey: 'a', body })),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(store.certificates.size).toBe(1);
  });
});

test('a rendering that is refused or fails leaves nothing behind, and its idempotency key unspent', async () => {
  let failing = true;
  const flaky = pressWith({
    render: async (certificate) => {
      if (failing) throw new PortsideError('unavailable');
      return render(certificate);
    },
  });
  await expect(flaky.generate(order({ idempotencyKey: 'again' }))).rejects.toMatchObject({ code: 'unavailable' });
  expect(store.certificates.size).toBe(0);
  failing = false;
  expect((await flaky.generate(order({ idempotencyKey: 'again' }))).gccId).toBeString();
});

test('an identifier is a version 4 UUID whatever the random bytes', () => {
  for (const byte of [0, 255]) {
    expect(uuid(new Uint8Array(16).fill(byte))).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  }
});

test('a file is known by its bytes, an altered one by the number it bears, any other not', async () => {
  const record = await issuer.generate(order());
  const pdf = (await store.pdf(record.gccId))!;
  expect(await verifyFile(pdf, store)).toEqual({ kind: 'genuine', record });
  expect(await verifyFile(Uint8Array.of(...pdf, 10), store)).toEqual({ kind: 'altered', record });
  expect(await verifyFile(new TextEncoder().encode('%PDF-1.7'), store)).toEqual({ kind: 'unknown' });
});
