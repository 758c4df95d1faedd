/**
 * 2,000 calls through a network in which everything goes wrong. Each ends in the right answer or in the right typed error within its
 * deadline, no certificate is issued twice for one call, and what must not be repeated is not.
 */
import { describe, expect, test } from 'bun:test';
import {
  ConnectionError,
  type Fetch,
  LimitError,
  NotFoundError,
  Portside,
  ResponseError,
  ServerError,
  TimeoutError,
  UpstreamError,
} from '../src/index.ts';
import { systemClock } from '../src/transport.ts';
import { type ChaosServer, documentOf, FAULTS, resultOf } from './chaos-server.ts';

const CALLS = 2_000;
const WORKERS = 24;
const API_KEY = 'svc_Portside0Scripted02QNBRF';
/** For a machine that is busy with other things: a timer that is due waits for a processor. */
const SLACK_MS = 3_000;
const KINDS = [ConnectionError, TimeoutError, ResponseError, LimitError, ServerError, UpstreamError];

function differs(actual: unknown, expected: unknown): string | undefined {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  return is === should ? undefined : `${is}, not ${should}`;
}

/** The tests for one network. @param fetch how to get through it */
export function chaos(name: string, server: ChaosServer, fetch?: Fetch): void {
  // Waits between attempts are short, so that the calls spend their time in faults.
  const clock = { ...systemClock, random: () => Math.random() * 0.02 };
  const portside = new Portside({ apiKey: API_KEY, baseUrl: server.url, timeoutMs: 400, fetch }, clock);

  const seen = new Map<string, number>();
  /** How many calls of each operation were answered. */
  const answered = new Map<string, number>();
  const wrong: string[] = [];
  let generated = 0;
  let lateMs = 0;

  /** One call. Returns what is wrong with its answer, if anything. */
  const WORK: Record<string, (number: number, deadlineMs: number) => Promise<string | undefined>> = {
    async lookup(number, deadlineMs) {
      const codes = Array.from({ length: 1 + (number % 3) }, (_, at) => `${String(number).padStart(4, '0')}.2${at}`);
      const { results } = await portside.tariff.hts.lookup(codes, { deadlineMs });
      return differs(results, codes.map(resultOf));
    },
    async generate(number, deadlineMs) {
      const name = `order ${number}`;
      generated++;
      const idempotencyKey = number % 2 ? `key-${number}` : undefined;
      const request = { product_info: { name } } as never;
      const { gcc_id } = await portside.entry.gcc.generate(request, { deadlineMs, idempotencyKey });
      return differs(server.nameOf.get(gcc_id), name);
    },
    async download(number, deadlineMs) {
      const bytes = await portside.entry.certificates.download(`c${number}`, { deadlineMs });
      return differs(new TextDecoder().decode(bytes), documentOf(`c${number}`));
    },
    async read(number, deadlineMs) {
      const { id, name } = await portside.watches.get(`w${number}`, { deadlineMs });
      return differs([id, name], [`w${number}`, `the watch w${number}`]);
    },
    async revoke(number, deadlineMs) {
      const { id } = await portside.entry.certificates.revoke(`r${number}`, { reason: 'x' } as never, { deadlineMs });
      return differs(id, `r${number}`) ?? differs(server.revoked.get(id), 1);
    },
    // biome-ignore lint/complexity/useLiteralKeys: the name of an operation
    async ['delete'](number, deadlineMs) {
      await portside.watches.delete(`d${number}`, { deadlineMs });
      return undefined;
    },
  };

  async function call(number: number): Promise<void> {
    const names = Object.keys(WORK);
    const operation = names[number % names.length]!;
    const deadlineMs = 200 + ((number * 137) % 2_300);
    const startedAt = Date.now();
    let outcome = 'answer';
    try {
      const fault = await WORK[operation]!(number, deadlineMs);
      if (fault) wrong.push(`${operation} ${number}: ${fault}`);
      answered.set(operation, (answered.get(operation) ?? 0) + 1);
    } catch (error) {
      outcome = (error as Error).name;
      // The runtime may send a removal again by itself. Then nobody knows of the answer that was lost.
      const isGone = error instanceof NotFoundError && operation === 'delete' && server.resent.has(`d${number}`);
      const isKnown = isGone || KINDS.some((kind) => error instanceof kind);
      if (!isKnown) wrong.push(`${operation} ${number}: ${(error as Error).stack}`);
      if (`${Bun.inspect(error)}${JSON.stringify(error)}`.includes(API_KEY.slice(4))) wrong.push(`${number}: the key`);
    }
    lateMs = Math.max(lateMs, Date.now() - startedAt - deadlineMs);
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
  }

  describe(name, () => {
    test(`${CALLS} calls: right answers or typed errors, in time`, async () => {
      // The server is known to repeat nonces, so an answer without one is refused from now on.
      for (let tries = 0; ; tries++) {
        const first = await portside.watches.get('first').catch(() => undefined);
        if (first || tries > 50) break;
      }
      let next = 0;
      const work = async () => {
        while (next < CALLS) await call(next++);
      };
      await Promise.all(Array.from({ length: WORKERS }, work));
      expect(wrong).toEqual([]);
      expect(lateMs).toBeLessThan(SLACK_MS);
      expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(CALLS);
      // Retries mend most of it, and not all of it.
      const operations = Object.keys(WORK);
      for (const each of operations) {
        expect(answered.get(each)).toBeGreaterThan(CALLS / operations.length / 2);
        expect(answered.get(each)).toBeLessThan(CALLS / operations.length);
      }
    }, 120_000);

    test('every fault happened', () => {
      expect(FAULTS.filter((fault) => !server.faults.get(fault))).toEqual([]);
    });

    test('no certificate was issued twice for one call', () => {
      const twice = [...server.keysOf].filter(([, keys]) => keys.size !== 1);
      expect(twice).toEqual([]);
      expect(server.nameOf.size).toBeLessThanOrEqual(generated);
      expect(server.nameOf.size).toBeGreaterThan(generated / 2);
    });

    test('what must not be repeated was done once at most', () => {
      expect([...server.revoked].filter(([, times]) => times !== 1)).toEqual([]);
      expect(server.revoked.size).toBeGreaterThan(0);
    });

    test('connections that stalled were given up', async () => {
      for (let tries = 0; server.open > WORKERS * 3 && tries < 100; tries++) await Bun.sleep(50);
      expect(server.open).toBeLessThanOrEqual(WORKERS * 3);
      const faults = [...server.faults.values()].reduce((sum, count) => sum + count, 0);
      process.stdout.write(
        `${name}: ${CALLS} calls, ${faults} faults of ${FAULTS.length} kinds, at most ${lateMs} ms after the deadline; ` +
          `${JSON.stringify(Object.fromEntries(seen))}; ${server.nameOf.size} certificates for ${generated} calls, 0 twice; ` +
          `${server.revoked.size} revocations, 0 twice; ${server.open} connections open\n`,
      );
    });
  });
}
