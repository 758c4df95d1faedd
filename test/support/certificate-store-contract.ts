import { describe, expect, test } from 'bun:test';
import {
  type CertificateFilter,
  type CertificateRecord,
  type CertificateSearch,
  type CertificateStore,
  type IdempotencyRecord,
  searchTextOf,
} from '../../src/domain/certificate-store.ts';
import { sha256Hex } from '../../src/domain/sha256.ts';
import { between } from './random.ts';
import { runs, seededRandom } from './seed.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function sampleCertificate(number: number, fields: Partial<CertificateRecord> = {}): CertificateRecord {
  const product_info = { name: `Helmet ${number}`, model: `MRD-${number}` };
  return {
    gccId: id(number),
    keyId: 'k1',
    requestId: `r${number}`,
    issuedAtMs: 1000,
    verifyUrl: `https://portside.example/verify/${id(number)}`,
    requestJson: JSON.stringify({ product_info }),
    sha256: String(number).padStart(64, '0'),
    pdfBytes: 3,
    state: number % 2 === 0 ? (number % 4 === 0 ? 'stated' : 'stated_with_defects') : 'incomplete',
    ...fields,
  };
}

export function idempotencyRecord(number: number, fields: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return { lineage: 'l', idempotencyKey: 'a', bodySha256: 'b', gccId: id(number), forgottenAtMs: 2000, ...fields };
}

/** Of several lengths in UTF-8 and UTF-16, with and without case, and some that a query could take for its own. */
const CHARACTERS = ['a', 'b', 'B', 'ß', 'İ', 'Σ', '頭', '😀', ' ', '"', "'", '%', '_', '\\', '*', '-', '\n', '\u0301'];

function isFound({ gccId, issuedAtMs, state, requestJson }: CertificateRecord, search: CertificateSearch): boolean {
  const wanted = search.text.toLowerCase();
  const { sku } = (JSON.parse(requestJson) as { product_info: { sku: string } }).product_info;
  const { after } = search;
  return (
    (searchTextOf(requestJson).includes(wanted) || gccId.startsWith(wanted)) &&
    (search.sku === undefined || sku === search.sku) &&
    (search.state === undefined || state === search.state) &&
    issuedAtMs >= (search.sinceMs ?? 0) &&
    issuedAtMs < (search.untilMs ?? Number.POSITIVE_INFINITY) &&
    (!after || issuedAtMs < after.issuedAtMs || (issuedAtMs === after.issuedAtMs && gccId > after.gccId))
  );
}

const REVOKER = { name: 'cli', origin: 'command line' };
const PDF = Uint8Array.of(1, 0, 255);

/** What every `CertificateStore` must do. `open` returns an empty store. */
export function holdToStoreContract(name: string, open: () => CertificateStore | Promise<CertificateStore>): void {
  describe(`${name} as a certificate store`, () => {
    test('a PDF is made public and is no longer, each once; nothing else of the certificate changes', async () => {
      const store = await open();
      const sha256 = sha256Hex(PDF);
      await store.insert(sampleCertificate(1, { sha256 }), PDF);
      const by = { ...REVOKER, atMs: 5000 };
      expect(await store.setPublic(id(1), 5000, by)).toEqual(sampleCertificate(1, { sha256, publicSinceMs: 5000 }));
      expect(await store.setPublic(id(1), 9000, by)).toEqual(sampleCertificate(1, { sha256, publicSinceMs: 5000 }));
      expect(await store.get(id(1))).toEqual(sampleCertificate(1, { sha256, publicSinceMs: 5000 }));
      expect(await store.setPublic(id(1), undefined, by)).toEqual(sampleCertificate(1, { sha256 }));
      expect(await store.setPublic(id(1), undefined, by)).toEqual(sampleCertificate(1, { sha256 }));
      expect(await store.setPublic(id(2), 5000, by)).toBeUndefined();
      expect(new Uint8Array((await store.pdf(id(1)))!)).toEqual(PDF);
    });

    test('the certificates that one supersedes are found by it, the newest first', async () => {
      const store = await open();
      for (const [number, issuedAtMs] of [
        [1, 1000],
        [2, 3000],
        [3, 4000],
        [4, 5000],
      ] as const)
        await store.insert(sampleCertificate(number, { issuedAtMs }), PDF);
      for (const number of [1, 2]) {
        await store.revoke({ gccId: id(number), atMs: 6000, successorId: id(4) }, REVOKER);
      }
      await store.revoke({ gccId: id(3), atMs: 6000 }, REVOKER);
      expect((await store.supersededBy(id(4))).map(({ gccId }) => gccId)).toEqual([id(2), id(1)]);
      expect(await store.supersededBy(id(3))).toEqual([]);
    });

    test('returns what was stored, by id and by hash', async () => {
      const store = await open();
      const certificate = sampleCertificate(1, { sha256: sha256Hex(PDF) });
      expect(await store.insert(certificate, PDF)).toBeUndefined();
      expect(await store.get(id(1))).toEqual(certificate);
      expect(await store.findBySha256(certificate.sha256)).toEqual(certificate);
      expect(new Uint8Array((await store.pdf(id(1)))!)).toEqual(PDF);
      expect(await store.get(id(2))).toBeUndefined();
      expect(await store.pdf(id(2))).toBeUndefined();
      expect(await store.findBySha256(sampleCertificate(2).sha256)).toBeUndefined();
    });

    test('returns the signature, who signed and the time of the time stamp, and nothing where there is none', async () => {
      const store = await open();
      const signed = sampleCertificate(1, { signer: 'ab'.repeat(32), timestampedAtMs: 0 });
      await store.insert(signed, PDF, undefined, Uint8Array.of(48, 0, 255));
      await store.insert(sampleCertificate(2), PDF);
      expect(await store.get(id(1))).toEqual(signed);
      expect(await store.list({ sinceMs: 0, limit: 9 })).toEqual([signed, sampleCertificate(2)]);
      expect(new Uint8Array((await store.signature(id(1)))!)).toEqual(Uint8Array.of(48, 0, 255));
      expect(await store.signature(id(2))).toBeUndefined();
      expect(await store.signature(id(3))).toBeUndefined();
    });

    test('under a remembered key, the first certificate is kept and the second is not written', async () => {
      const store = await open();
      await store.insert(sampleCertificate(1), PDF, idempotencyRecord(1));
      expect(await store.insert(sampleCertificate(2, { issuedAtMs: 1999 }), PDF, idempotencyRecord(2))).toEqual(
        idempotencyRecord(1),
      );
      expect(await store.get(id(2))).toBeUndefined();
      expect(await store.recall('l', 'a', 1999)).toEqual(idempotencyRecord(1));
    });

    test('a key is forgotten at its time, and may then be used again', async () => {
      const store = await open();
      await store.insert(sampleCertificate(1), PDF, idempotencyRecord(1));
      expect(await store.recall('l', 'a', 2000)).toBeUndefined();
      const again = idempotencyRecord(2, { forgottenAtMs: 3000 });
      expect(await store.insert(sampleCertificate(2, { issuedAtMs: 2000 }), PDF, again)).toBeUndefined();
      expect(await store.recall('l', 'a', 2000)).toEqual(again);
      expect(await store.get(id(1))).toBeDefined();
    });

    test('a key that is never forgotten is remembered after any time', async () => {
      const store = await open();
      const never = idempotencyRecord(1, { forgottenAtMs: Number.MAX_SAFE_INTEGER });
      await store.insert(sampleCertificate(1), PDF, never);
      const laterMs = 100 * 365 * 86_400_000;
      expect(await store.recall('l', 'a', laterMs)).toEqual(never);
      const later = sampleCertificate(2, { issuedAtMs: laterMs });
      expect(await store.insert(later, PDF, idempotencyRecord(2))).toEqual(never);
      expect(await store.get(id(2))).toBeUndefined();
    });

    test('another lineage or another key is independent', async () => {
      const store = await open();
      await store.insert(sampleCertificate(1), PDF, idempotencyRecord(1));
      expect(await store.insert(sampleCertificate(2), PDF, idempotencyRecord(2, { lineage: 'm' }))).toBeUndefined();
      expect(
        await store.insert(sampleCertificate(3), PDF, idempotencyRecord(3, { idempotencyKey: 'A' })),
      ).toBeUndefined();
      expect(await store.recall('m', 'A', 1000)).toBeUndefined();
    });

    test('of two inserts at the same time under one key, one is stored', async () => {
      const store = await open();
      const outcomes = await Promise.all(
        [1, 2].map((number) => store.insert(sampleCertificate(number), PDF, idempotencyRecord(number))),
      );
      expect(outcomes.filter((earlier) => earlier === undefined)).toHaveLength(1);
      expect(await store.list({ sinceMs: 0, limit: 10 })).toHaveLength(1);
    });

    test('lists by time of issue, then by id, page by page', async () => {
      const store = await open();
      for (const [number, issuedAtMs] of [
        [3, 1000],
        [1, 1000],
        [2, 3000],
        [4, 999],
      ] as const) {
        await store.insert(sampleCertificate(number, { issuedAtMs }), PDF);
      }
      const first = await store.list({ sinceMs: 1000, limit: 2 });
      expect(first.map(({ gccId }) => gccId)).toEqual([id(1), id(3)]);
      const second = await store.list({ sinceMs: 1000, limit: 2, after: first[1]! });
      expect(second.map(({ gccId }) => gccId)).toEqual([id(2)]);
    });

    test('finds by state and time of issue, and each certificate once, whatever the page size', async () => {
      const store = await open();
      for (let i = 0; i < 12; i++) await store.insert(sampleCertificate(i, { issuedAtMs: 1000 + (i >> 1) }), PDF);
      for (const i of [3, 4]) await store.revoke({ gccId: id(i), atMs: 2000 }, REVOKER);
      const expected = {
        all: [10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1],
        stated: [8, 0],
        stated_with_defects: [10, 6, 2],
        incomplete: [11, 9, 7, 5, 1],
        revoked: [4, 3],
      };
      for (const [state, numbers] of Object.entries(expected)) {
        const ofState = state === 'all' ? {} : { state: state as CertificateFilter };
        for (const limit of [1, 5, 100]) {
          const found: CertificateRecord[] = [];
          for (;;) {
            const page = await store.search({ text: '', ...ofState, after: found.at(-1), limit });
            found.push(...page);
            if (page.length < limit) break;
          }
          expect([state, found.map(({ gccId }) => gccId)]).toEqual([state, numbers.map(id)]);
        }
      }
      const between = await store.search({ text: 'helmet', sinceMs: 1001, untilMs: 1003, limit: 10 });
      expect(between.map(({ gccId }) => gccId)).toEqual([4, 5, 2, 3].map(id));
    });

    test('counts those issued since a time', async () => {
      const store = await open();
      for (const [number, issuedAtMs] of [10, 20, 20, 30].entries()) {
        await store.insert(sampleCertificate(number, { issuedAtMs }), PDF);
      }
      expect([await store.countSince(0), await store.countSince(20), await store.countSince(31)]).toEqual([4, 3, 0]);
    });

    test('searches id, name and model, newest first, and treats wildcards as plain characters', async () => {
      const store = await open();
      await store.insert(sampleCertificate(1), PDF);
      await store.insert(sampleCertificate(2, { issuedAtMs: 2000 }), PDF);
      const found = async (text: string, limit = 10) => (await store.search({ text, limit })).map(({ gccId }) => gccId);
      expect(await found('helmet')).toEqual([id(2), id(1)]);
      expect(await found('helmet', 1)).toEqual([id(2)]);
      expect(await found('mrd-1')).toEqual([id(1)]);
      expect(await found(id(1).slice(0, 36))).toEqual([id(1)]);
      expect(await found('%')).toEqual([]);
      expect(await found('Helmet_1')).toEqual([]);
    });

    test('a search finds what comparing every text finds, whatever the text, the time and the page', async () => {
      const store = await open();
      const random = seededRandom(`texts of ${name}`);
      const anyOf = <T>(values: readonly T[]) => values[between(random, 0, values.length - 1)]!;
      const text = (length: number) => Array.from({ length }, () => anyOf(CHARACTERS)).join('');
      const all: CertificateRecord[] = [];
      for (let number = 0; number < runs(80, 200); number++) {
        // Some in the same second or millisecond, and none in the order of their times.
        const issuedAtMs = anyOf([1000, 1000, between(random, 900, 1100), between(random, 0, 1_800_000_000_000)]);
        const name = text(number % 40 === 0 ? between(random, 200, 1100) : between(random, 1, 12));
        const product_info = { name, sku: anyOf(['A-1', 'A-12', text(4)]) };
        const requestJson = JSON.stringify({ product_info });
        all.push(sampleCertificate(number, { issuedAtMs, requestJson }));
        await store.insert(all.at(-1)!, PDF);
      }
      all.sort((a, b) => b.issuedAtMs - a.issuedAtMs || (a.gccId < b.gccId ? -1 : 1));
      for (let i = 0; i < runs(60, 300); i++) {
        const sample = anyOf(all);
        const name = [...(JSON.parse(sample.requestJson) as { product_info: { name: string } }).product_info.name];
        const start = between(random, 0, name.length - 1);
        const search = {
          text: anyOf([text(between(random, 1, 5)), name.slice(start, start + 4).join(''), sample.gccId.slice(0, 35)]),
          ...anyOf([
            {},
            {},
            { sku: 'A-1' },
            { state: sample.state },
            { sinceMs: 1000 },
            { untilMs: sample.issuedAtMs },
          ]),
          ...anyOf([{}, { after: sample }]),
          limit: anyOf([1, 5, 300]),
        };
        const wanted = all.filter((record) => isFound(record, search)).slice(0, search.limit);
        expect([search, await store.search(search)]).toEqual([search, wanted]);
      }
    });

    test('revokes once; a second revocation changes nothing', async () => {
      const store = await open();
      await store.insert(sampleCertificate(1), PDF);
      const revoked = sampleCertificate(1, { revokedAtMs: 0 });
      expect(await store.revoke({ gccId: id(1), atMs: 0 }, REVOKER)).toEqual(revoked);
      expect(await store.revoke({ gccId: id(1), atMs: 6000 }, REVOKER)).toEqual(revoked);
      expect(await store.get(id(1))).toEqual(revoked);
      expect(await store.revoke({ gccId: id(2), atMs: 5000 }, REVOKER)).toBeUndefined();
    });

    test('supersedes, and a refused revocation changes nothing', async () => {
      const store = await open();
      for (const [number, lineageId] of [
        [1, 7],
        [2, 7],
        [3, 8],
      ] as const) {
        await store.insert(sampleCertificate(number, { lineageId }), PDF);
      }
      const revoke = (number: number, successor: number, reason = 'A new lot') =>
        store.revoke({ gccId: id(number), atMs: 5000, reason, successorId: id(successor) }, REVOKER);
      for (const successor of [1, 3, 4]) {
        await expect(revoke(1, successor)).rejects.toMatchObject({ code: 'invalid_request' });
      }
      expect(await store.get(id(1))).toEqual(sampleCertificate(1, { lineageId: 7 }));
      const superseded = sampleCertificate(1, {
        lineageId: 7,
        revokedAtMs: 5000,
        revocationReason: 'A new lot',
        successorId: id(2),
      });
      expect(await revoke(1, 2)).toEqual(superseded);
      expect(await revoke(1, 2)).toEqual(superseded);
      await expect(revoke(1, 2, 'Another reason')).rejects.toMatchObject({ code: 'conflict' });
      await expect(revoke(2, 1)).rejects.toMatchObject({ code: 'invalid_request' });
      expect([await store.get(id(1)), await store.get(id(2))]).toEqual([
        superseded,
        sampleCertificate(2, { lineageId: 7 }),
      ]);
    });

    test('of two that are made each other’s successor at the same time, one stays active', async () => {
      const store = await open();
      for (let round = 0; round < 10; round++) {
        const [one, other] = [2 * round + 1, 2 * round + 2];
        for (const number of [one, other]) await store.insert(sampleCertificate(number, { lineageId: 7 }), PDF);
        const outcomes = await Promise.allSettled([
          store.revoke({ gccId: id(one), atMs: 5000, successorId: id(other) }, REVOKER),
          store.revoke({ gccId: id(other), atMs: 5000, successorId: id(one) }, REVOKER),
        ]);
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        const records = [await store.get(id(one)), await store.get(id(other))];
        expect(records.filter((record) => record?.revokedAtMs === undefined)).toHaveLength(1);
      }
    });

    test('of different revocations at the same time, one counts and the others are told', async () => {
      const store = await open();
      await store.insert(sampleCertificate(1), PDF);
      const outcomes = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((reason, index) =>
          store.revoke({ gccId: id(1), atMs: 5000 + index, reason }, REVOKER),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused.map(({ reason }) => reason.code)).toEqual(['conflict', 'conflict', 'conflict']);
    });

    test('finds by lineage, status and SKU, each certificate once, whatever the page size', async () => {
      const store = await open();
      const requests = [
        { product_info: { name: 'Helmet', sku: 'HLM-1' } },
        { product_info: { name: 'Bell', sku: 'HLM-10' } },
        { product_info: { name: 'Lamp' }, identifiers: [{ type: 'sku', value: 'HLM-1' }] },
        { product_info: { name: 'HLM-1', model: 'hlm-1' }, identifiers: [{ type: 'upc', value: 'HLM-1' }] },
      ];
      for (let i = 0; i < 24; i++) {
        const requestJson = JSON.stringify(requests[i % 4]);
        const lineageId = [5, 6, undefined][i % 3];
        await store.insert(sampleCertificate(i, { issuedAtMs: 1000 + (i >> 2), requestJson, lineageId }), PDF);
      }
      await store.revoke({ gccId: id(6), atMs: 2000, successorId: id(9) }, REVOKER);
      await store.revoke({ gccId: id(3), atMs: 2000 }, REVOKER);
      const ofFive = [21, 18, 12, 15, 9, 6, 0, 3];
      const expected: [Partial<CertificateSearch>, number[]][] = [
        [{ lineageId: 5 }, ofFive],
        [{ lineageId: 7 }, []],
        [{ lineageId: 5, status: 'active' }, [21, 18, 12, 15, 9, 0]],
        [{ lineageId: 5, status: 'superseded' }, [6]],
        [{ lineageId: 5, status: 'revoked' }, [3]],
        [{ lineageId: 5, sku: 'HLM-1' }, [18, 12, 6, 0]],
        [{ lineageId: 5, sku: 'hlm-1' }, []],
        [{ lineageId: 5, sku: 'HLM' }, []],
        [{ lineageId: 5, sku: 'HLM-1\0' }, []],
        [{ lineageId: 5, sku: 'HLM-1\ud800' }, []],
        [{ lineageId: 5, text: 'hlm-1', sinceMs: 1003, untilMs: 1005 }, [18, 12, 15]],
      ];
      for (const [search, numbers] of expected) {
        for (const limit of [1, 3, 100]) {
          const found: CertificateRecord[] = [];
          for (;;) {
            const page = await store.search({ text: '', ...search, after: found.at(-1), limit });
            found.push(...page);
            if (page.length < limit) break;
          }
          expect([search, found.map(({ gccId }) => gccId)]).toEqual([search, numbers.map(id)]);
        }
      }
    });

    test('a page after another one repeats none and misses none, while certificates are made', async () => {
      const store = await open();
      for (let i = 0; i < 9; i++) await store.insert(sampleCertificate(i, { issuedAtMs: 1000, lineageId: 5 }), PDF);
      const seen: string[] = [];
      for (let next = 100; ; next++) {
        const last = seen.at(-1);
        const after = last === undefined ? undefined : { issuedAtMs: 1000, gccId: last };
        const page = await store.search({ text: '', lineageId: 5, after, limit: 2 });
        if (page.length === 0) break;
        seen.push(...page.map(({ gccId }) => gccId));
        await store.insert(sampleCertificate(next, { issuedAtMs: 2000, lineageId: 5 }), PDF);
      }
      expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map(id));
    });
  });
}
