/** What the request log and the log of scans must do in every database. `open` returns one database as two processes open it. */
import { describe, expect, test } from 'bun:test';
import { DAY_MS, utcDay } from '../../src/domain/clock.ts';
import type { LoggedRequest, RequestLogRow, RequestLogStore, RequestSearch } from '../../src/domain/request-log.ts';
import { FINDINGS_BYTES_MAX, findingsToKeep, type LoggedScan, SCANS_KEPT } from '../../src/domain/scan-log.ts';
import type { Storage } from '../../src/domain/storage.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const LOOKUP = '/api/v1/tariff/hts/lookup';

export function sampleRequest(number: number, fields: Partial<LoggedRequest> = {}): LoggedRequest {
  return {
    atMs: NOW + number,
    requestId: `req_AAAAAAAA_${number.toString(36)}`,
    method: 'POST',
    route: LOOKUP,
    status: 200,
    code: '',
    keyId: 1,
    durationUs: 1234,
    network: '203.0.113.0/24',
    ...fields,
  };
}

export function sampleScan(number: number, fields: Partial<LoggedScan> = {}): LoggedScan {
  return {
    atMs: NOW + number,
    address: `shop-${number}.example/`,
    withKey: true,
    deep: false,
    score: 80,
    severityCounts: { error: 0, warn: 0, info: 0 },
    findings: [],
    code: '',
    ...fields,
  };
}

/** All rows, by pages of `limit`. */
async function pages(
  log: RequestLogStore,
  search: Omit<RequestSearch, 'limit'>,
  limit: number,
): Promise<RequestLogRow[]> {
  const found: RequestLogRow[] = [];
  for (;;) {
    const rows = await log.search({ ...search, after: found.at(-1), limit });
    found.push(...rows);
    if (rows.length < limit) return found;
  }
}

const numbersOf = (rows: RequestLogRow[]) => rows.map(({ atMs }) => atMs - NOW);

export function holdToLogContract(name: string, skip: boolean, open: () => Promise<[Storage, Storage]>): void {
  describe.skipIf(skip)(`${name}: the request log`, () => {
    test('each filter finds exactly its requests, newest first, whatever the page size', async () => {
      const [{ requestLog: log }, { requestLog: other }] = await open();
      const requests = Array.from({ length: 60 }, (_, i) =>
        sampleRequest(i >> 1, {
          requestId: `req_${i}`,
          status: [200, 404, 429, 503, 499][i % 5]!,
          code: ['', 'not_found', 'rate_limited', 'unavailable', ''][i % 5]!,
          keyId: i % 3 === 0 ? null : i % 3,
          route: i % 7 === 0 ? '(none)' : LOOKUP,
        }),
      );
      for (let i = 0; i < 60; i += 10) await (i % 20 ? log : other).add(requests.slice(i, i + 10), 0, NOW);
      const searches: [Omit<RequestSearch, 'limit'>, (row: LoggedRequest) => boolean][] = [
        [{}, () => true],
        [{ requestId: 'req_17' }, (row) => row.requestId === 'req_17'],
        [{ requestId: 'req_1' }, (row) => row.requestId === 'req_1'],
        [{ keyIds: [1] }, (row) => row.keyId === 1],
        [{ keyIds: [1, 2] }, (row) => row.keyId !== null],
        [{ keyIds: [] }, () => false],
        [{ keyIds: [9] }, () => false],
        [{ route: '(none)' }, (row) => row.route === '(none)'],
        [{ outcome: 'failed' }, (row) => row.status >= 400],
        [{ outcome: 'succeeded' }, (row) => row.status < 400],
        [{ outcome: '4xx' }, (row) => row.status >= 400 && row.status < 500],
        [{ outcome: '5xx', keyIds: [2] }, (row) => row.status >= 500 && row.keyId === 2],
        [{ status: 429 }, (row) => row.status === 429],
        [{ code: 'unavailable' }, (row) => row.code === 'unavailable'],
        [{ sinceMs: NOW + 5, untilMs: NOW + 9 }, (row) => row.atMs >= NOW + 5 && row.atMs < NOW + 9],
        [
          { untilMs: NOW + 9, keyIds: [1], outcome: 'failed' },
          (row) => row.atMs < NOW + 9 && row.keyId === 1 && row.status >= 400,
        ],
      ];
      for (const [search, matches] of searches) {
        const expected = requests.filter(matches).map(({ requestId }) => requestId);
        for (const limit of [1, 7, 100]) {
          const rows = await pages(log, search, limit);
          expect([search, rows.map(({ requestId }) => requestId).sort()]).toEqual([search, expected.sort()]);
          expect(numbersOf(rows)).toEqual(numbersOf(rows).toSorted((a, b) => b - a));
        }
      }
      const [row] = await log.search({ requestId: 'req_17', limit: 1 });
      expect(row).toEqual({ id: row!.id, ...requests[17]! });
      expect(await other.find(row!.id)).toEqual(row!);
      expect(await log.find(99_999)).toBeUndefined();
    });

    test('a search reads on past thousands of rows that it does not want, some of them of one millisecond', async () => {
      const [{ requestLog: log }] = await open();
      const wanted = new Set([0, 1999, 2000, 2001, 7100, 13_999]);
      for (let i = 0; i < 14_000; i += 1000) {
        const rows = Array.from({ length: 1000 }, (_, at) =>
          sampleRequest((i + at) >> 1, { code: wanted.has(i + at) ? 'not_found' : '' }),
        );
        await log.add(rows, 0, NOW);
      }
      const expected = [...wanted].map((number) => number >> 1).reverse();
      for (const limit of [1, 4, 50])
        expect(numbersOf(await pages(log, { code: 'not_found' }, limit))).toEqual(expected);
      expect(await log.search({ code: 'unavailable', limit: 1 })).toEqual([]);
    });

    test('rows are pruned by age, by the share without a key, and by number, a slice at a time', async () => {
      const [{ requestLog: log }, { requestLog: other }] = await open();
      const old = NOW - 8 * DAY_MS;
      const add = async (count: number, fields: Partial<LoggedRequest>) => {
        for (let i = 0; i < count; i += 100) {
          const rows = Array.from({ length: Math.min(100, count - i) }, (_, at) => sampleRequest(i + at, fields));
          await log.add(rows, 0, NOW);
        }
      };
      await add(150, { atMs: old });
      await add(400, { keyId: null });
      await add(900, {});
      const limits = { daysMax: 7, rowsMax: 1000 };
      const slices: number[] = [];
      const kept = async () => (await log.days()).reduce((sum, day) => sum + day.kept, 0);
      for (let before = await kept(), turn = 0; await (turn % 2 ? log : other).prune(limits, NOW); turn++) {
        const after = await kept();
        slices.push(before - after);
        before = after;
      }
      expect(Math.max(...slices)).toBe(100);
      const rows = await pages(log, {}, 500);
      expect(rows.length).toBeLessThanOrEqual(1000);
      expect(rows.length).toBeGreaterThan(900 - 100);
      expect(rows.filter(({ keyId }) => keyId === null).length).toBeLessThanOrEqual(250);
      expect(rows.filter(({ atMs }) => atMs === old)).toEqual([]);
      expect(await log.days()).toEqual([
        { day: utcDay(NOW), kept: rows.length, keyless: rows.filter(({ keyId }) => keyId === null).length, notKept: 0 },
      ]);
      // The newest stay.
      expect(numbersOf(rows)[0]).toBe(899);
      expect(await log.prune(limits, NOW)).toBe(false);
      expect(await log.prune({ daysMax: 7, rowsMax: 0 }, NOW)).toBe(true);
    });

    test('two processes that write and prune at once keep the count right, and what was lost is counted by day', async () => {
      const storages = await open();
      const limits = { daysMax: 7, rowsMax: 300 };
      await Promise.all(
        storages.map(async ({ requestLog: log }, process) => {
          for (let i = 0; i < 10; i++) {
            const rows = Array.from({ length: 50 }, (_, at) =>
              sampleRequest(i * 50 + at, { keyId: at % 2 ? null : process + 1, atMs: NOW - (at % 3) * DAY_MS + i }),
            );
            await log.add(rows, process + i, i === 9 ? NOW + DAY_MS : NOW);
            while (await log.prune(limits, NOW));
          }
        }),
      );
      const days = await storages[0].requestLog.days();
      const rows = await pages(storages[1].requestLog, {}, 1000);
      for (const { day, kept, keyless } of days) {
        const ofDay = rows.filter(({ atMs }) => utcDay(atMs) === day);
        expect([day, kept, keyless]).toEqual([day, ofDay.length, ofDay.filter(({ keyId }) => keyId === null).length]);
      }
      expect(days.map(({ notKept }) => notKept)).toEqual([0, 0, 36 + 45, 9 + 10].slice(-days.length));
    });
  });

  describe.skipIf(skip)(`${name}: the log of scans`, () => {
    test('scans are found by address, outcome and time, with their findings', async () => {
      const [{ scanLog: log }, { scanLog: other }] = await open();
      const finding = { rule_id: 'a', severity: 'error' as const, message: 'quotes " and 証' };
      const scans = [
        sampleScan(1, { severityCounts: { error: 1, warn: 2, info: 0 }, findings: [finding], deep: true }),
        sampleScan(2, { severityCounts: { error: 0, warn: 1, info: 4 }, withKey: false }),
        sampleScan(3, { score: null, code: 'upstream_failed' }),
        sampleScan(4, { address: 'SHOP-4.example/100%_a' }),
        sampleScan(5, { score: null, severityCounts: { error: 1, warn: 0, info: 0 } }),
      ];
      await log.add(scans.slice(0, 2), 0, NOW);
      await other.add(scans.slice(2), 5, NOW);
      await other.add([], 5, NOW);
      const found = async (search: Partial<Parameters<typeof log.search>[0]>) =>
        (await log.search({ text: '', limit: 10, ...search })).map(({ atMs }) => atMs - NOW);
      expect(await found({})).toEqual([5, 4, 3, 2, 1]);
      expect(await found({ outcome: 'error' })).toEqual([1]);
      expect(await found({ outcome: 'not_judged' })).toEqual([5]);
      expect(await found({ outcome: 'warn' })).toEqual([2]);
      expect(await found({ outcome: 'clean' })).toEqual([4]);
      expect(await found({ outcome: 'failed' })).toEqual([3]);
      expect(await found({ text: 'Shop-4' })).toEqual([4]);
      expect(await found({ text: '%_A' })).toEqual([4]);
      expect(await found({ text: '_' })).toEqual([4]);
      expect(await found({ sinceMs: NOW + 2, untilMs: NOW + 4 })).toEqual([3, 2]);
      const [newest] = await log.search({ text: '', limit: 1 });
      expect(await found({ before: newest!.id })).toEqual([4, 3, 2, 1]);
      const [row] = await log.search({ text: 'shop-1', limit: 1 });
      expect(row).toEqual({ id: row!.id, ...scans[0]! });
      expect(await other.find(row!.id)).toEqual(row!);
      expect(await log.find(99_999)).toBeUndefined();
    });

    test('the latest are kept, a slice of the others is deleted at a time', async () => {
      const [{ scanLog: log }] = await open();
      for (let i = 0; i < SCANS_KEPT + 250; i += 50) {
        await log.add(
          Array.from({ length: 50 }, (_, at) => sampleScan(i + at)),
          0,
          NOW,
        );
      }
      let slices = 0;
      while (await log.prune()) slices++;
      expect(slices).toBe(3);
      const rows = await log.search({ text: '', limit: SCANS_KEPT * 2 });
      expect(rows).toHaveLength(SCANS_KEPT);
      expect(rows.at(-1)!.atMs).toBe(NOW + 250);
    });

    test('of too many findings the gravest are kept', () => {
      const findings = Array.from({ length: 500 }, (_, i) => ({
        rule_id: `rule_${i}`,
        severity: (['info', 'warn', 'error'] as const)[i % 3]!,
        message: '証'.repeat(20),
        excerpt: 'not kept',
      }));
      const kept = findingsToKeep(findings);
      expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(FINDINGS_BYTES_MAX);
      expect(kept.length).toBeGreaterThan(50);
      expect(new Set(kept.map(({ severity }) => severity))).toEqual(new Set(['error']));
      expect(JSON.stringify(kept)).not.toContain('excerpt');
    });
  });
}
