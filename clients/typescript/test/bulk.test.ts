/** `lookupAll` against a server in this test that counts as Portside counts: exact limits of the minute and the day. */
import { afterEach, describe, expect, test } from 'bun:test';
import { type Clock, IncompleteError, LimitError, Portside } from '../src/index.ts';
import { filled } from './filled.ts';

const API_KEY = 'svc_Portside0Scripted02QNBRF';
const PER_MINUTE = 100;

/** Days and minutes pass as fast as they are slept. */
class FastClock implements Clock {
  ms = Date.UTC(2026, 10, 20, 23, 0);
  readonly waits: number[] = [];
  now = () => this.ms;
  random = () => 0;
  async sleep(ms: number, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    this.waits.push(ms);
    this.ms += ms;
    await Promise.resolve();
  }
}

interface Told {
  perDay?: number;
  /** The version of the list from a request on. */
  versionAt?: (request: number) => string;
  hasAudits?: boolean;
  onRequest?: (path: string, request: number) => Response | undefined;
}

/** A server whose minute slides and whose day is the UTC day. */
class Server {
  readonly codesAsked: string[] = [];
  requests = 0;
  refusals = 0;
  #minute: number[] = [];
  #day = { date: '', used: 0 };
  #audit: string[] | undefined;
  #looks = 0;
  readonly #server;

  constructor(
    readonly clock: FastClock,
    readonly told: Told = {},
  ) {
    this.#server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => this.#answer(request) });
    servers.push(this);
  }

  get url() {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  stop() {
    return this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const body = request.method === 'POST' ? await request.json() : undefined;
    const number = ++this.requests;
    const own = this.told.onRequest?.(pathname, number);
    if (own) {
      own.headers.set('X-Client-Nonce', request.headers.get('x-client-nonce')!);
      return own;
    }
    const { perDay = 10_000 } = this.told;
    const now = this.clock.now();
    const date = new Date(now).toISOString().slice(0, 10);
    if (this.#day.date !== date) this.#day = { date, used: 0 };
    this.#minute = this.#minute.filter((at) => at > now - 60_000);
    const dayResetS = Math.ceil((86_400_000 - (now % 86_400_000)) / 1000);
    const minuteResetS = this.#minute[0] === undefined ? 60 : Math.ceil((this.#minute[0] + 60_000 - now) / 1000);
    const units = pathname.endsWith('/audits') ? Math.ceil(body.rows.length / 50) : 0;
    const isSpent = this.#day.used + units + 1 > perDay;
    const isRefused = isSpent || this.#minute.length >= PER_MINUTE;
    if (!isRefused) {
      this.#minute.push(now);
      this.#day.used += units + 1;
    }
    const headers = {
      RateLimit: `"minute";r=${PER_MINUTE - this.#minute.length};t=${minuteResetS}, "day";r=${perDay - this.#day.used};t=${dayResetS}`,
      'X-Tariff-List': 'note-16c',
      'X-Tariff-List-Version': this.told.versionAt?.(number) ?? 'v1',
      'X-Tariff-As-Of': '2026-11-20',
      'X-Client-Nonce': request.headers.get('x-client-nonce')!,
    };
    if (isRefused) {
      this.refusals++;
      const retry = {
        'Retry-After': String(isSpent ? dayResetS : minuteResetS),
        'x-should-retry': isSpent ? 'false' : 'true',
      };
      return Response.json(
        { error: 'rate_limited', message: 'spent', contact: '' },
        { status: 429, headers: { ...headers, ...retry } },
      );
    }
    if (pathname.endsWith('/lookup')) {
      this.codesAsked.push(...body.codes);
      return Response.json({ results: body.codes.map(resultOf) }, { headers });
    }
    if (!this.told.hasAudits)
      return Response.json({ error: 'not_found', message: '', contact: '' }, { status: 404, headers });
    if (request.method === 'DELETE') return new Response(null, { status: 204, headers });
    if (request.method === 'POST') {
      this.#audit = body.rows.map(({ code }: { code: string }) => code);
      return Response.json(this.#job('queued'), { status: 202, headers });
    }
    if (pathname.endsWith('/result')) {
      const lines = this.#audit!.map((code, at) => {
        const { status, in_scope } = resultOf(code);
        return {
          line: at + 1,
          cells: [code],
          status: status === 'invalid' ? 'damaged' : status,
          coverage: in_scope ? 'x' : null,
        };
      });
      return Response.json({ lines }, { headers });
    }
    return Response.json(this.#job(++this.#looks < 3 ? 'running' : 'finished'), { headers });
  }

  #job(status: string) {
    const body = { id: 'job_1', status, failure: null, as_of: '2026-11-20', data_versions: { 'note-16c': 'v1' } };
    return filled('readTariffAudit', body);
  }
}

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** By the last digit: hits, adjacent codes with the entries of their heading, clear and invalid ones. */
function resultOf(code: string) {
  const last = Number(code.at(-1));
  const status = last === 0 ? 'hit' : last === 1 ? 'adjacent' : last === 2 ? 'invalid' : 'clear';
  const entry = { code_heading: code.slice(0, 4), article_slug: 'a', article_name: 'A', proposed_rate: 50 };
  const hits = status === 'hit' || status === 'adjacent' ? [entry] : [];
  return { code, hit: status === 'hit', in_scope: status === 'hit', status, adjacent_hits: hits };
}

function codesFrom(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const digits = String(7_000_000_000 + at * 7);
    return `${digits.slice(0, 4)}.${digits.slice(4, 6)}.${digits.slice(6)}`;
  });
}

function clientOf(server: Server) {
  return new Portside({ apiKey: API_KEY, baseUrl: server.url }, server.clock);
}

describe('lookupAll', () => {
  test('10,000 rows of one code are one request, and 10,000 results', async () => {
    const server = new Server(new FastClock());
    const results = await clientOf(server).tariff.hts.lookupAll(Array<string>(10_000).fill('7326.90.8688')).collect();
    expect(results).toHaveLength(10_000);
    expect(server.requests).toBe(1);
  });

  test('5,000 codes at the pace of the minute: in order, none refused, each asked once', async () => {
    const server = new Server(new FastClock());
    const codes = codesFrom(5_000);
    const shuffled = [...codes, ...codes.slice(0, 1_000)].sort((a, b) => (Bun.hash(a) < Bun.hash(b) ? -1 : 1));
    const results = await clientOf(server).tariff.hts.lookupAll(shuffled).collect();
    expect(results).toEqual(shuffled.map(resultOf) as never);
    expect(server.refusals).toBe(0);
    expect(server.codesAsked).toHaveLength(5_000);
  });

  test('a server without jobs: 6,000 codes wait for the next minute, none refused', async () => {
    const server = new Server(new FastClock());
    const results = await clientOf(server).tariff.hts.lookupAll(codesFrom(6_000)).collect();
    expect(results).toEqual(codesFrom(6_000).map(resultOf) as never);
    expect(server.refusals).toBe(0);
    expect(server.clock.waits.filter((ms) => ms > 0).length).toBeGreaterThan(0);
  });

  test('more than 5,000 codes become an audit, with the results of lookups', async () => {
    const server = new Server(new FastClock(), { hasAudits: true });
    const codes = [...codesFrom(20_000), '  ', 'x', '7326.90.8688 '];
    const results = await clientOf(server).tariff.hts.lookupAll(codes).collect();
    expect(results).toEqual(codes.map(resultOf) as never);
    expect(server.refusals).toBe(0);
    // Hits need their entries; clear codes do not.
    expect(server.codesAsked.length).toBeLessThan(4_000);
  });

  test('a day that is spent: what is done and what is left, and it goes on from there', async () => {
    const server = new Server(new FastClock(), { perDay: 30 });
    const codes = codesFrom(3_000);
    const incomplete = (await clientOf(server)
      .tariff.hts.lookupAll(codes)
      .collect()
      .catch((error: unknown) => error)) as IncompleteError;
    expect(incomplete).toBeInstanceOf(IncompleteError);
    expect(incomplete.cause).toBeInstanceOf(LimitError);
    expect(incomplete.done).toEqual(codes.slice(0, 1_500).map(resultOf) as never);
    expect([...incomplete.done.map(({ code }) => code), ...incomplete.left]).toEqual(codes);
    expect(server.refusals).toBe(0);
    server.clock.ms += 86_400_000;
    const rest = await clientOf(server).tariff.hts.lookupAll(incomplete.left.slice(0, 1_500)).collect();
    expect(rest).toEqual(codes.slice(1_500).map(resultOf) as never);
  });

  test('told to wait, it goes on over days', async () => {
    const server = new Server(new FastClock(), { perDay: 30 });
    const codes = codesFrom(4_000);
    const results = await clientOf(server).tariff.hts.lookupAll(codes, { waitForDay: true }).collect();
    expect(results).toEqual(codes.map(resultOf) as never);
    expect(server.refusals).toBe(0);
  });

  test('a generator without an end is read as far as it is used', async () => {
    const server = new Server(new FastClock());
    let made = 0;
    async function* endless() {
      for (;;) yield `7326.90.${String(made++ % 7_000).padStart(4, '0')}`;
    }
    const seen: string[] = [];
    for await (const { code } of clientOf(server).tariff.hts.lookupAll(endless())) {
      seen.push(code);
      if (seen.length === 100) break;
    }
    expect(seen[99]).toBe('7326.90.0099');
    expect(made).toBeLessThan(520_000);
  });

  test('a list that changes midway is an error, and no result of the new one is given', async () => {
    const server = new Server(new FastClock(), { versionAt: (request) => (request < 10 ? 'v1' : 'v2') });
    const incomplete = (await clientOf(server)
      .tariff.hts.lookupAll(codesFrom(2_000))
      .collect()
      .catch((error: unknown) => error)) as IncompleteError;
    expect(String(incomplete.cause)).toContain('The tariff list changed during the lookup.');
    expect(incomplete.done.length + incomplete.left.length).toBe(2_000);
  });

  test('an audit and a lookup that differ are refused', async () => {
    const server = new Server(new FastClock(), {
      hasAudits: true,
      onRequest: (path) => {
        if (!path.endsWith('/result')) return undefined;
        // Every code is said to be adjacent.
        const lines = codesFrom(6_000).map((code, at) => ({
          line: at + 1,
          cells: [code],
          status: 'adjacent',
          coverage: null,
        }));
        return Response.json({ lines });
      },
    });
    const client = new Portside({ apiKey: API_KEY, baseUrl: server.url, maxRetries: 0 }, server.clock);
    const work = client.tariff.hts.lookupAll(codesFrom(6_000)).collect();
    const { cause } = (await work.catch((error: unknown) => error)) as IncompleteError;
    expect(String(cause)).toBe('ResponseError: A lookup and an audit of the same code differ.');
  });

  test.each([
    ['a line is missing', (lines: object[]) => lines.slice(1)],
    ['two lines are exchanged', (lines: object[]) => [lines[1]!, lines[0]!, ...lines.slice(2)]],
    ['a line is there twice', (lines: object[]) => [lines[0]!, ...lines.slice(0, -1)]],
    ['a line has another code', (lines: object[]) => [{ ...lines[0], cells: ['0101.21.0010'] }, ...lines.slice(1)]],
  ])('the result of an audit where %s is refused', async (_, damage) => {
    const codes = codesFrom(6_000);
    const server = new Server(new FastClock(), {
      hasAudits: true,
      onRequest: (path) => {
        if (!path.endsWith('/result')) return undefined;
        const lines = codes.map((code, at) => ({
          line: at + 1,
          cells: [code],
          status: resultOf(code).status,
          coverage: null,
        }));
        return Response.json({ lines: damage(lines) });
      },
    });
    const client = new Portside({ apiKey: API_KEY, baseUrl: server.url, maxRetries: 0 }, server.clock);
    const incomplete = (await client.tariff.hts
      .lookupAll(codes)
      .collect()
      .catch((error: unknown) => error)) as IncompleteError;
    expect(String(incomplete.cause)).toBe('ResponseError: The result of the audit is not what the API promises.');
    expect(incomplete.done).toEqual([]);
    expect(incomplete.left).toEqual(codes);
  });

  test('a signal ends it, also while it waits', async () => {
    const clock = new FastClock();
    const stop = new AbortController();
    const server = new Server(clock);
    clock.sleep = async (_, signal) => {
      stop.abort(new Error('enough'));
      signal?.throwIfAborted();
    };
    const work = clientOf(server).tariff.hts.lookupAll(codesFrom(6_000), { signal: stop.signal }).collect();
    const incomplete = (await work.catch((error: unknown) => error)) as IncompleteError;
    expect(incomplete).toBeInstanceOf(IncompleteError);
    expect((incomplete.cause as Error).message).toBe('enough');
    expect(incomplete.done.length + incomplete.left.length).toBe(6_000);
  });
});
