/** Tests that the resource ledger of every storage must pass. `open` returns one empty database as two processes open it. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { storedBytesOf } from '../../src/domain/certificate-store.ts';
import { utcDay } from '../../src/domain/clock.ts';
import type { ResourceLedger } from '../../src/domain/resource-ledger.ts';
import {
  DEFAULT_RESOURCE_LIMITS,
  NOTHING_USED,
  type ResourceAmounts,
  type ResourceOverrides,
  ResourceSpent,
  resourceLimits,
} from '../../src/domain/resources.ts';
import type { Storage } from '../../src/domain/storage.ts';
import { KeyIssuer } from '../../src/keys/key-issuer.ts';
import { ResourceMeter } from '../../src/limits/resource-meter.ts';
import { sampleCertificate } from './certificate-store-contract.ts';
import { testClock } from './temp.ts';
import { until } from './until.ts';

const actor = { name: 'test', origin: 'test' };
const DAY_MS = 86_400_000;
const PDF = Uint8Array.of(1, 2, 3);

async function issueKey(storage: Storage, resources?: ResourceOverrides) {
  const issuer = new KeyIssuer(storage, testClock());
  return (await issuer.issue({ name: 'k', scope: 'all', ...(resources && { resources }) }, actor)).row;
}

function amounts(fields: Partial<ResourceAmounts>): ResourceAmounts {
  return { ...NOTHING_USED, ...fields };
}

async function book(ledger: ResourceLedger, ...bookings: Parameters<ResourceLedger['book']>[0]) {
  return ledger.book(bookings);
}

export function holdToResourceLedgerContract(
  name: string,
  skip: boolean,
  open: () => Promise<[Storage, Storage]>,
): void {
  describe.skipIf(skip)(`${name}: the ledger of resources`, () => {
    test('processes that reserve at once never exceed a limit together, and what was settled can be used again', async () => {
      const storages = await open();
      const clock = testClock();
      const { lineageId } = await issueKey(storages[0], { cpuMs: 60_000 });
      const faults: unknown[] = [];
      const meters = [...storages, ...storages].map(
        ({ resources: ledger }) => new ResourceMeter({ ledger, clock, onFault: (error) => faults.push(error) }),
      );
      const most = amounts({ cpuMs: 7000, bytesFetched: 10 });
      let underWay = 0;
      let underWayMax = 0;
      const finish = Promise.withResolvers<void>();
      const outcomes = Array.from({ length: 200 }, (_, i) =>
        meters[i % 4]!.run(lineageId, most, async (charge) => {
          underWayMax = Math.max(underWayMax, ++underWay);
          await finish.promise;
          charge({ cpuMs: 999.5, bytesFetched: 7 });
        }).then(
          () => 'done',
          (error: unknown) => (error as ResourceSpent).resource,
        ),
      );
      // 8 × 7,000 ms fit into 60,000 ms. All others are refused while these run.
      const settledFirst: (string | undefined)[] = [];
      for (const outcome of outcomes) void outcome.then((word) => settledFirst.push(word));
      await until('192 are refused', () => settledFirst.length === 192);
      expect(new Set(settledFirst)).toEqual(new Set(['cpuMs']));
      expect((await storages[0].resources.account(lineageId, utcDay(clock.ms))).used.cpuMs).toBe(56_000);
      finish.resolve();
      const words = await Promise.all(outcomes);
      expect([words.filter((word) => word === 'done').length, underWayMax]).toEqual([8, 8]);
      expect((await storages[1].resources.account(lineageId, utcDay(clock.ms))).used).toEqual({
        storedBytes: 0,
        cpuMs: 8000,
        bytesFetched: 56,
      });
      expect(await meters[3]!.run(lineageId, most, async () => 'free')).toBe('free');
      expect((await storages[1].resources.account(lineageId, utcDay(clock.ms))).used.cpuMs).toBe(8000);
      for (const meter of meters) await meter.close();
      expect(faults).toEqual([]);
    });

    test('any order of reservations, settlements and midnights books what a plain sum books', async () => {
      const [storage, other] = await open();
      const ledgers = [storage.resources, other.resources];
      const today = utcDay(testClock().ms);
      const step = fc.record({
        ledger: fc.nat(1),
        key: fc.nat(1),
        day: fc.nat(2),
        cpuMs: fc.integer({ min: 0, max: 40_000 }),
        bytesFetched: fc.integer({ min: 0, max: 70_000_000 }),
        used: fc.double({ min: 0, max: 1, noNaN: true }),
      });
      const limits = { cpuMs: 60_000, bytesFetched: 100_000_000 };
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
          async (groups) => {
            const keys = [await issueKey(storage, limits), await issueKey(storage, limits)];
            const model = new Map<string, { cpuMs: number; bytesFetched: number }>();
            for (const group of groups) {
              const ledger = ledgers[group[0]!.ledger]!;
              const bookings = group.map(({ key, day, cpuMs, bytesFetched }) => ({
                lineageId: keys[key]!.lineageId,
                day: today + day,
                kind: 'reserve' as const,
                amounts: amounts({ cpuMs, bytesFetched }),
              }));
              const refusals = await book(ledger, ...bookings);
              const settlements = [];
              for (const [i, { lineageId, day, amounts: asked }] of bookings.entries()) {
                const sum = model.get(`${lineageId} ${day}`) ?? { cpuMs: 0, bytesFetched: 0 };
                model.set(`${lineageId} ${day}`, sum);
                const expected =
                  asked.cpuMs > 0 && sum.cpuMs + asked.cpuMs > limits.cpuMs
                    ? 'cpuMs'
                    : asked.bytesFetched > 0 && sum.bytesFetched + asked.bytesFetched > limits.bytesFetched
                      ? 'bytesFetched'
                      : undefined;
                expect(refusals[i]).toBe(expected);
                if (expected) continue;
                sum.cpuMs += asked.cpuMs;
                sum.bytesFetched += asked.bytesFetched;
                const back = Math.floor(asked.cpuMs * group[i]!.used);
                settlements.push({
                  lineageId,
                  day,
                  kind: 'settle' as const,
                  amounts: amounts({ cpuMs: -back }),
                  sum,
                  back,
                });
              }
              await book(ledger, ...settlements);
              for (const { sum, back } of settlements) sum.cpuMs -= back;
            }
            for (const [place, sum] of model) {
              const [lineageId, day] = place.split(' ').map(Number);
              expect((await other.resources.account(lineageId!, day!)).used).toEqual({ storedBytes: 0, ...sum });
            }
          },
        ),
        { numRuns: 25 },
      );
    });

    test('stored bytes are booked with the certificate: of many at once exactly those are stored that fit', async () => {
      const storages = await open();
      const limit = 10_000_000;
      const { id, lineageId } = await issueKey(storages[0], { storedBytes: limit });
      const certificate = (number: number) =>
        sampleCertificate(number, { keyId: String(id), pdfBytes: 1_500_000 + number });
      const outcomes = await Promise.all(
        Array.from({ length: 24 }, (_, i) =>
          storages[i % 2]!.certificates.insert(certificate(i + 1), PDF).then(
            () => 'stored',
            (error: unknown) => (error instanceof ResourceSpent ? `${error.code} ${error.resource}` : String(error)),
          ),
        ),
      );
      const stored = await storages[0].certificates.list({ sinceMs: 0, limit: 100 });
      expect(stored).toHaveLength(6);
      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(6);
      expect(new Set(outcomes)).toEqual(new Set(['stored', 'rate_limited storedBytes']));
      const { used } = await storages[1].resources.account(lineageId, 0);
      expect(used.storedBytes).toBe(stored.reduce((sum, record) => sum + storedBytesOf(record), 0));
      expect(used.storedBytes).toBeLessThanOrEqual(limit);
      expect(
        await storages[0].certificates.get(certificate(outcomes.indexOf('rate_limited storedBytes') + 1).gccId),
      ).toBe(undefined);
    });

    test('a repeated request stores no bytes, and one refused for its bytes leaves no idempotency record', async () => {
      const [storage] = await open();
      const { id, lineageId } = await issueKey(storage, { storedBytes: 10_000_000 });
      const use = (gccId: string, idempotencyKey: string) => ({
        lineage: String(lineageId),
        idempotencyKey,
        bodySha256: 'b',
        gccId,
        forgottenAtMs: 9000,
      });
      const [first, second, large] = [1, 2, 3].map((n) => sampleCertificate(n, { keyId: String(id) }));
      large!.pdfBytes = 9_999_000;
      await storage.certificates.insert(first!, PDF, use(first!.gccId, 'a'));
      expect(await storage.certificates.insert(second!, PDF, use(second!.gccId, 'a'))).toMatchObject({
        gccId: first!.gccId,
      });
      await expect(storage.certificates.insert(large!, PDF, use(large!.gccId, 'b'))).rejects.toThrow(ResourceSpent);
      expect(await storage.certificates.recall(String(lineageId), 'b', 0)).toBeUndefined();
      expect((await storage.resources.account(lineageId, 0)).used.storedBytes).toBe(storedBytesOf(first!));
    });

    test('a key and its successor share one account, and a certificate that no key asked for is in none', async () => {
      const [storage, other] = await open();
      const keyIssuer = new KeyIssuer(storage, testClock());
      const first = await issueKey(storage, { cpuMs: 60_000 });
      const { row: second } = await keyIssuer.rotate(first.id, 60_000, actor);
      const certificates = [first, second].map(({ id }, i) => sampleCertificate(i + 1, { keyId: String(id) }));
      for (const certificate of certificates) await storage.certificates.insert(certificate, PDF);
      for (const [i, keyId] of ['cli', '', '99', '1x'].entries()) {
        await storage.certificates.insert(sampleCertificate(i + 3, { keyId }), PDF);
      }
      const { used, overrides } = await other.resources.account(second.lineageId, 0);
      expect(used.storedBytes).toBe(certificates.reduce((sum, each) => sum + storedBytesOf(each), 0));
      expect(overrides).toEqual({ cpuMs: 60_000 });
    });

    test('limits are set with an audit entry, hold from the next decision on in every process, and can be taken back', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storage, clock);
      const row = await issueKey(storage);
      const day = utcDay(clock.ms);
      const ask = async () =>
        (await book(other.resources, { ...row, day, kind: 'reserve', amounts: amounts({ cpuMs: 50_000 }) }))[0];
      expect(resourceLimits((await other.resources.account(row.id, day)).overrides)).toEqual(DEFAULT_RESOURCE_LIMITS);
      expect([await ask(), await ask()]).toEqual([undefined, undefined]);
      await keyIssuer.edit(row.id, { resources: { cpuMs: 149_999 } }, actor);
      expect(await ask()).toBe('cpuMs');
      await keyIssuer.edit(row.id, { resources: { cpuMs: 150_000, storedBytes: 20_000_000 } }, actor);
      expect([await ask(), await ask()]).toEqual([undefined, 'cpuMs']);
      await keyIssuer.edit(row.id, { resources: { storedBytes: null, cpuMs: null, bytesFetched: null } }, actor);
      expect(await ask()).toBe(undefined);
      await expect(keyIssuer.edit(row.id, { resources: { cpuMs: 1 } }, actor)).rejects.toThrow(
        'must be 60 s to 1,000,000,000,000 s',
      );
      await expect(
        keyIssuer.edit(99, { resources: { storedBytes: null, cpuMs: null, bytesFetched: null } }, actor),
      ).rejects.toThrow('no key 99');
      const entries = await other.activity.search({ text: '', action: 'key.edit', limit: 9 });
      expect(entries.map(({ detail }) => detail)).toEqual([
        'storedBytes 20000000 to default; cpuMs 150000 to default',
        'storedBytes default to 20000000; cpuMs 149999 to 150000',
        'cpuMs default to 149999',
      ]);
    });

    test('a new day starts at nothing, work is settled on the day it started, and old days are deleted', async () => {
      const [storage] = await open();
      const clock = testClock(Date.UTC(2026, 10, 21, 23, 59, 59));
      const { lineageId } = await issueKey(storage, { cpuMs: 60_000 });
      const meter = new ResourceMeter({ ledger: storage.resources, clock, onFault: () => {} });
      const most = amounts({ cpuMs: 60_000 });
      const today = utcDay(clock.ms);
      await meter.run(lineageId, most, async (charge) => {
        await expect(meter.run(lineageId, most, async () => 1)).rejects.toMatchObject({
          code: 'rate_limited',
          retryAfterS: 1,
          shouldRetry: false,
        });
        clock.pass(1000);
        expect(await meter.run(lineageId, most, async () => 2)).toBe(2);
        charge({ cpuMs: 5, bytesFetched: 0 });
      });
      const used = async (day: number) => (await storage.resources.account(lineageId, day)).used.cpuMs;
      expect([await used(today), await used(today + 1)]).toEqual([5, 0]);
      const many = Array.from({ length: 2500 }, (_, i) => ({
        lineageId: 1000 + i,
        day: today,
        kind: 'settle' as const,
        amounts: amounts({ cpuMs: 1 }),
      }));
      await book(storage.resources, ...many);
      clock.pass(91 * DAY_MS);
      await meter.run(lineageId, most, async () => {});
      await meter.close();
      expect(await used(today)).toBe(0);
      expect((await storage.resources.account(3499, today)).used.cpuMs).toBe(0);
    });
  });
}
