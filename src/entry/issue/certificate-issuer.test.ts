import { beforeEach, describe, expect, test } from 'bun:test';
import { NOW_MS, validBody } from '../../../test/support/certificate-fixtures.ts';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { INVALID_REQUESTS } from '../../../test/support/invalid-requests.ts';
import { MemoryCertificateStore } from '../../../test/support/memory-certificate-store.ts';
import { seededBytes } from '../../../test/support/seed.ts';
import type { Certificate } from '../../domain/certificate.ts';
import { PortsideError } from '../../domain/errors.ts';
import { type Meter, unmetered } from '../../domain/resource-meter.ts';
import { ResourceSpent } from '../../domain/resources.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { verifyFile } from '../verify/verify-file.ts';
import { pdfFileTasks } from '../verify/worker-tasks.ts';
import { attachedRecord } from './attached-record.ts';
import {
  CertificateIssuer,
  type CertificateIssuerParts,
  IDEMPOTENCY_MS,
  type IssueRequest,
  PDF_BYTES_MAX,
  uuid,
} from './certificate-issuer.ts';

const SIGNATURE = Uint8Array.of(1, 2);
let store: MemoryCertificateStore;
let nowMs: number;
let rendered: { certificate: Certificate; recordJson: string }[];
let issuer: CertificateIssuer;

/** A stand-in that contains the certificate's id, as the real document does. */
async function render(certificate: Certificate, recordJson: string) {
  rendered.push({ certificate, recordJson });
  await Promise.resolve();
  return new TextEncoder().encode(`%PDF ${certificate.gccId} ${JSON.stringify(certificate.request)}`);
}

function issuerWith(parts: Partial<CertificateIssuerParts> = {}) {
  return new CertificateIssuer({
    requireRoom: () => {},
    signer: { sign: async (pdf) => ({ pdf, signature: SIGNATURE, signer: 'ab'.repeat(32) }) },
    render,
    store,
    clock: { now: () => nowMs, random: seededBytes },
    ...parts,
  });
}

beforeEach(() => {
  store = new MemoryCertificateStore();
  nowMs = NOW_MS;
  rendered = [];
  issuer = issuerWith();
});

function issueRequest(fields: Partial<IssueRequest> = {}): IssueRequest {
  return {
    body: validBody(),
    keyId: 'k1',
    lineage: 'lineage-1',
    requestId: 'req',
    baseUrl: 'https://portside.example',
    meter: unmetered,
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

test('a certificate is stored with its bytes, hash and request before it is returned', async () => {
  const record = await issuer.issue(issueRequest());
  const pdf = await store.pdf(record.gccId);
  expect(await store.get(record.gccId)).toEqual(record);
  expect(record).toMatchObject({ keyId: 'k1', requestId: 'req', issuedAtMs: NOW_MS, state: 'incomplete' });
  expect(record.sha256).toBe(sha256Hex(pdf!));
  expect(record.pdfBytes).toBe(pdf!.byteLength);
  expect(JSON.parse(record.requestJson).product_info.name).toBe('Adult bicycle helmet');
});

test('a certificate carries its record as attachment', async () => {
  await issuer.issue(issueRequest());
  const [{ certificate, recordJson }] = rendered as [(typeof rendered)[0]];
  expect(recordJson).toBe(JSON.stringify(attachedRecord(certificate)));
});

test.each(INVALID_REQUESTS)('an invalid request stores nothing: %s', async (_name, body) => {
  expect(await codeOf(issuer.issue(issueRequest({ body, idempotencyKey: 'a' })))).toBe('invalid_request');
  expect(rendered).toBeEmpty();
  expect(store.certificates.size + store.idempotency.length).toBe(0);
  // The idempotency key is not used up either: the corrected request may use it.
  expect((await issuer.issue(issueRequest({ idempotencyKey: 'a' }))).gccId).toBeString();
});

test('when drawing fails, nothing is stored and the idempotency key may be used again', async () => {
  let works = false;
  const broken = issuerWith({
    render: (certificate, recordJson) =>
      works ? render(certificate, recordJson) : Promise.reject(new Error('no font')),
  });
  await expect(broken.issue(issueRequest({ idempotencyKey: 'a' }))).rejects.toThrow('no font');
  expect(store.certificates.size + store.idempotency.length).toBe(0);
  works = true;
  expect((await broken.issue(issueRequest({ idempotencyKey: 'a' }))).gccId).toBeString();
});

describe('a line of a batch', () => {
  const line = (batch: string, number: number) => issueRequest({ batchLine: { batch, line: number } });

  test('gives one certificate for good, even after it was revoked', async () => {
    const first = await issuer.issue(line('b', 1));
    nowMs += 100 * IDEMPOTENCY_MS;
    expect(await issuer.issue(line('b', 1))).toEqual(first);
    await store.revoke({ gccId: first.gccId, atMs: nowMs });
    expect(await issuer.issue(line('b', 1))).toMatchObject({ gccId: first.gccId, revokedAtMs: nowMs });
    expect(rendered).toHaveLength(1);
  });

  test('is another than each other line, and than any key that a client can send', async () => {
    const requests = [
      line('b', 1),
      line('b', 2),
      line('b 1', 1),
      line('b', 11),
      issueRequest({ idempotencyKey: 'line 1' }),
    ];
    const records = await Promise.all(requests.map((request) => issuer.issue(request)));
    expect(new Set(records.map(({ gccId }) => gccId)).size).toBe(5);
  });

  test('with other content is a conflict', async () => {
    await issuer.issue(line('b', 1));
    const body = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1203'] };
    expect(await codeOf(issuer.issue({ ...line('b', 1), body }))).toBe('conflict');
  });
});

describe('Idempotency-Key', () => {
  test('the same key and body give the same certificate', async () => {
    const first = await issuer.issue(issueRequest({ idempotencyKey: 'a' }));
    expect(await issuer.issue(issueRequest({ idempotencyKey: 'a' }))).toEqual(first);
    expect(store.certificates.size).toBe(1);
    expect(rendered).toHaveLength(1);
  });

  test('field order, spacing and ignored fields do not make another body', async () => {
    const { product_info, manufacturer, testing_lab } = validBody();
    const first = await issuer.issue(issueRequest({ idempotencyKey: 'a' }));
    const body = {
      colour: 1,
      testing_lab,
      manufacturer,
      product_info: { ...product_info, name: ' Adult  bicycle helmet' },
    };
    expect(await issuer.issue(issueRequest({ idempotencyKey: 'a', body }))).toEqual(first);
  });

  test('another body is a conflict, and stores nothing', async () => {
    await issuer.issue(issueRequest({ idempotencyKey: 'a' }));
    const body = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1203'] };
    expect(await codeOf(issuer.issue(issueRequest({ idempotencyKey: 'a', body })))).toBe('conflict');
    expect(store.certificates.size).toBe(1);
  });

  test('another key, another lineage or no key gives another certificate', async () => {
    const variations = [
      { idempotencyKey: 'a' },
      { idempotencyKey: 'b' },
      { idempotencyKey: 'a', lineage: 'other' },
      {},
      {},
    ];
    const records = await Promise.all(variations.map((fields) => issuer.issue(issueRequest(fields))));
    expect(new Set(records.map(({ gccId }) => gccId)).size).toBe(5);
  });

  test.each(['', 'x'.repeat(256), 'clé', 'a\nb'])('%p is refused', async (idempotencyKey) => {
    expect(await codeOf(issuer.issue(issueRequest({ idempotencyKey })))).toBe('invalid_request');
    expect(store.certificates.size).toBe(0);
  });

  test('lineage and key are compared separately, not concatenated', async () => {
    const one = await issuer.issue(issueRequest({ lineage: 'a","b', idempotencyKey: 'c' }));
    const other = await issuer.issue(issueRequest({ lineage: 'a', idempotencyKey: 'b","c' }));
    expect(one.gccId).not.toBe(other.gccId);
  });

  test('a key is remembered for exactly 24 hours', async () => {
    const first = await issuer.issue(issueRequest({ idempotencyKey: 'a' }));
    nowMs += IDEMPOTENCY_MS - 1;
    expect((await issuer.issue(issueRequest({ idempotencyKey: 'a' }))).gccId).toBe(first.gccId);
    nowMs += 1;
    expect((await issuer.issue(issueRequest({ idempotencyKey: 'a' }))).gccId).not.toBe(first.gccId);
  });

  test('twenty requests at the same time make one certificate', async () => {
    const records = await Promise.all(
      Array.from({ length: 20 }, () => issuer.issue(issueRequest({ idempotencyKey: 'a' }))),
    );
    expect(new Set(records.map(({ gccId }) => gccId)).size).toBe(1);
    expect(rendered).toHaveLength(1);
    expect(store.certificates.size).toBe(1);
  });

  test('of two bodies at the same time under one key, one is a conflict', async () => {
    const first = issuer.issue(issueRequest({ idempotencyKey: 'a' }));
    const body = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1203'] };
    expect(await codeOf(issuer.issue(issueRequest({ idempotencyKey: 'a', body })))).toBe('conflict');
    expect((await first).gccId).toBeString();
  });

  test('two processes on one store make one certificate', async () => {
    const records = await Promise.all([
      issuer.issue(issueRequest({ idempotencyKey: 'a' })),
      issuerWith().issue(issueRequest({ idempotencyKey: 'a' })),
    ]);
    expect(rendered).toHaveLength(2);
    expect(records[0]).toEqual(records[1]!);
    expect(store.certificates.size).toBe(1);
  });

  test('two processes with two bodies: one certificate, one conflict', async () => {
    const body = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1203'] };
    const results = await Promise.allSettled([
      issuer.issue(issueRequest({ idempotencyKey: 'a' })),
      issuerWith().issue(issueRequest({ idempotencyKey: 'a', body })),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(store.certificates.size).toBe(1);
  });
});

test('a certificate whose caller has gone is not stored, unless a retry waits for it', async () => {
  const gone = new AbortController();
  const leaving = issuerWith({
    async render(certificate, recordJson) {
      gone.abort();
      return render(certificate, recordJson);
    },
  });
  expect(await codeOf(leaving.issue(issueRequest({ signal: gone.signal })))).toBe('unavailable');
  expect(await codeOf(leaving.issue(issueRequest({ signal: gone.signal, idempotencyKey: 'a' })))).toBe('unavailable');
  expect([rendered.length, store.certificates.size, store.idempotency.length]).toEqual([1, 0, 0]);
  const [first, retry] = await Promise.all([
    leaving.issue(issueRequest({ signal: gone.signal, idempotencyKey: 'b' })),
    leaving.issue(issueRequest({ signal: new AbortController().signal, idempotencyKey: 'b' })),
  ]);
  expect([first.gccId, store.certificates.size]).toEqual([retry.gccId, 1]);
});

test('when the renderer is busy, nothing is stored and the idempotency key may be used again', async () => {
  let full = true;
  const busy = issuerWith({
    render: async (certificate, recordJson) => {
      if (full) throw new PortsideError('unavailable');
      return render(certificate, recordJson);
    },
  });
  await expect(busy.issue(issueRequest({ idempotencyKey: 'again' }))).rejects.toMatchObject({ code: 'unavailable' });
  expect(store.certificates.size).toBe(0);
  full = false;
  expect((await busy.issue(issueRequest({ idempotencyKey: 'again' }))).gccId).toBeString();
});

describe('resources', () => {
  test('a PDF of the largest size is stored; one byte more is invalid_request, stores nothing and uses up no key', async () => {
    let bytes = PDF_BYTES_MAX + 1;
    const sized = issuerWith({ render: async () => new Uint8Array(bytes) });
    const error: unknown = await sized.issue(issueRequest({ idempotencyKey: 'a' })).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('larger than 2 MB') });
    expect(store.certificates.size + store.idempotency.length).toBe(0);
    bytes--;
    expect((await sized.issue(issueRequest({ idempotencyKey: 'a' }))).pdfBytes).toBe(PDF_BYTES_MAX);
  });

  test('a caller whose resources are spent gets no drawing, but still the certificate of an earlier request', async () => {
    let reserved = 0;
    let spent = false;
    const meter: Meter = async (_, work) => {
      if (spent) throw new ResourceSpent('cpuMs', nowMs);
      reserved++;
      return work(() => {});
    };
    const first = await issuer.issue(issueRequest({ meter, idempotencyKey: 'a' }));
    const again = Array.from({ length: 5 }, () => issuer.issue(issueRequest({ meter, idempotencyKey: 'a' })));
    expect(await Promise.all(again)).toEqual(Array(5).fill(first));
    expect(reserved).toBe(1);
    spent = true;
    expect(await issuer.issue(issueRequest({ meter, idempotencyKey: 'a' }))).toEqual(first);
    expect(await codeOf(issuer.issue(issueRequest({ meter, idempotencyKey: 'b' })))).toBe('rate_limited');
    expect([rendered.length, store.certificates.size]).toEqual([1, 1]);
  });

  test('an invalid request reserves nothing', async () => {
    const meter: Meter = async () => {
      throw new Error('nothing may be reserved');
    };
    expect(await codeOf(issuer.issue(issueRequest({ meter, body: {} })))).toBe('invalid_request');
  });
});

test('an id is a version 4 UUID for any random bytes', () => {
  for (const byte of [0, 255]) {
    expect(uuid(new Uint8Array(16).fill(byte))).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  }
});

test('a file is recognised by its bytes, and an altered one by the id in it', async () => {
  const record = await issuer.issue(issueRequest());
  const pdf = (await store.pdf(record.gccId))!;
  const tasks = new InlineTasks(pdfFileTasks);
  const storage = { certificates: store, signingCertificates: { list: async () => [] } };
  const signature = { kind: 'none' } as const;
  expect(await verifyFile(pdf, storage, tasks)).toEqual({ kind: 'genuine', record, signature });
  expect(await verifyFile(Uint8Array.of(...pdf, 10), storage, tasks)).toEqual({ kind: 'altered', record, signature });
  expect(await verifyFile(new TextEncoder().encode('%PDF-1.7'), storage, tasks)).toEqual({
    kind: 'unknown',
    signature,
  });
});

test('the signature is stored with the certificate, and who signed with its record', async () => {
  const record = await issuer.issue(issueRequest());
  expect(await store.signature(record.gccId)).toEqual(SIGNATURE);
  expect(record.signer).toBe('ab'.repeat(32));
});

test('the idempotency key of a revoked certificate gives a conflict that names the certificate', async () => {
  const request = issueRequest({ idempotencyKey: 'once' });
  const { gccId } = await issuer.issue(request);
  expect((await issuer.issue(request)).gccId).toBe(gccId);
  await store.revoke({ gccId, atMs: nowMs });
  await expect(issuer.issue(request)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`Certificate ${gccId}, made under this idempotency key, was revoked.`),
  });
  expect((await issuer.issue(issueRequest({ idempotencyKey: 'another' }))).gccId).not.toBe(gccId);
});
