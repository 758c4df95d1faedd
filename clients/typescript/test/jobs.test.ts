/** Jobs and pages: waiting keeps to the limits of the key and to its deadline, and a list is read to its end and no further. */
import { expect, test } from 'bun:test';
import { JobError, NotFoundError, OptionError, Portside, TimeoutError } from '../src/index.ts';
import { API_KEY } from '../src/testing/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are scripted
type Json = any;

function job(status: string, done = 0): Json {
  return {
    ...{
      id: 'job_1',
      status,
      lines_total: 10,
      lines_done: done,
      progress: done / 10,
      accepted_at: '',
      started_at: null,
      ended_at: null,
    },
    ...{
      expires_at: null,
      units_charged: 1,
      units_returned: 0,
      charged_day: '',
      result_url: null,
      counts: {},
      errors: [],
    },
    ...{ errors_omitted: 0, failure: status === 'failed' ? 'The sheet was not read.' : null },
  };
}

/** A client whose time goes on only when it waits, and the waits in milliseconds. */
function scripted(answers: ((url: URL) => Response)[]) {
  const waits: number[] = [];
  const asked: string[] = [];
  let now = 0;
  const clock = {
    now: () => now,
    random: () => 1,
    sleep: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
  };
  const fetch = async (address: string) => {
    const url = new URL(address);
    asked.push(url.pathname + url.search);
    return (answers.length > 1 ? answers.shift()! : answers[0]!)(url);
  };
  const client = new Portside({ apiKey: API_KEY, baseUrl: 'http://portside.test', fetch: fetch as never }, clock);
  return { client, waits, asked };
}

const answer = (body: Json, init?: ResponseInit) => () => Response.json(body, init);

test('a job is waited for, with its progress, at the pace of the key', async () => {
  const { client, waits } = scripted([
    answer(job('queued')),
    answer(job('running', 5), { headers: { RateLimit: '"minute";r=0;t=41' } }),
    answer(
      { error: 'rate_limited', message: 'Slow down.', contact: '' },
      { status: 429, headers: { 'Retry-After': '20' } },
    ),
    answer(job('finished', 10)),
  ]);
  const seen: string[] = [];
  const onProgress = ({ status, lines_done }: { status: string; lines_done: number }) =>
    seen.push(`${status} ${lines_done}`);
  const done = await client.entry.batches.wait('job_1', { onProgress, pollEveryMs: 1_000 });
  expect([done.status, seen, waits]).toEqual([
    'finished',
    ['queued 0', 'running 5', 'finished 10'],
    [1_000, 42_000, 20_000],
  ]);
});

test.each([
  ['failed', 'The sheet was not read.'],
  ['cancelled', 'cancelled'],
])('a job that %s is an error with its reason', async (status, reason) => {
  const { client } = scripted([answer(job(status, 3))]);
  const fault = await client.entry.batches.wait('job_1').catch((error) => error);
  expect(fault).toBeInstanceOf(JobError);
  expect([fault.jobId ?? fault.id, fault.status]).toEqual(['job_1', status]);
  expect(fault.message).toContain(reason);
});

test('a job that never ends is given up at the deadline, and a removed one at once', async () => {
  const { client, waits } = scripted([answer(job('running', 1))]);
  const fault = await client.entry.batches
    .wait('job_1', { deadlineMs: 10_000, pollEveryMs: 3_000 })
    .catch((error) => error);
  expect(fault).toBeInstanceOf(TimeoutError);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(10_000);
  const gone = scripted([answer({ error: 'not_found', message: 'Gone.', contact: '' }, { status: 404 })]);
  expect(gone.client.entry.batches.wait('job_1')).rejects.toThrow(NotFoundError);
  expect(client.entry.batches.wait('job_1', { pollEveryMs: Number.NaN })).rejects.toThrow(OptionError);
});

const page = (lines: Json[], next: string | null) =>
  answer({ lines, next_cursor: next, lines_done: 3, lines_total: 3, may_grow: false });

test('lines are read over all pages, also empty ones, in order', async () => {
  const { client, asked } = scripted([page([{ line: 1 }, { line: 2 }], 'a'), page([], 'b'), page([{ line: 3 }], null)]);
  const lines: number[] = [];
  for await (const { line } of client.pixel.audits.lines('job_1', { limit: 2 })) lines.push(line);
  expect(lines).toEqual([1, 2, 3]);
  const path = '/api/v2/pixel/audits/job_1/lines?limit=2';
  expect(asked).toEqual([path, `${path}&cursor=a`, `${path}&cursor=b`]);
});

test('several values of a filter are sent as several parameters', async () => {
  const { client, asked } = scripted([
    answer({
      ...{ lines: [], next_cursor: null, lines_done: 0, lines_total: 0, may_grow: false, columns: [], as_of: '' },
      ...{ law_read_to: null, data_versions: null },
    }),
  ]);
  await client.tariff.audits.lines('job_1', { status: ['applies', 'unsettled'], q: 'a&b' }).page();
  expect(asked).toEqual(['/api/v2/tariff/audits/job_1/lines?status=applies&status=unsettled&q=a%26b']);
});

test('a server that repeats a cursor is not asked for ever', async () => {
  const { client, asked } = scripted([page([{ line: 1 }], 'a')]);
  const lines: number[] = [];
  for await (const { line } of client.entry.batches.lines('job_1')) lines.push(line);
  expect([lines.length, asked.length]).toEqual([2, 2]);
});

test.each([
  { timeoutMs: 0 },
  { timeoutMs: -1 },
  { timeoutMs: Number.NaN },
  { timeoutMs: Number.NEGATIVE_INFINITY },
  { deadlineMs: 0 },
  { deadlineMs: -5 },
  { deadlineMs: Number.NaN },
  { deadlineMs: '5' as never },
  { maxRetries: -1 },
  { maxRetries: 1.5 },
  { maxRetries: Number.POSITIVE_INFINITY },
  { maxWaitMs: Number.NaN },
  { maxWaitMs: -1 },
])('%o is refused, for a client and for a call, before any request', async (option) => {
  expect(() => new Portside({ apiKey: API_KEY, ...option })).toThrow(OptionError);
  const { client, asked } = scripted([answer({})]);
  expect(client.account.get(option)).rejects.toThrow(OptionError);
  expect(asked).toEqual([]);
});

// A timer of more than 2^31 - 1 ms would fire at once.
test.each([
  ['Infinity', Number.POSITIVE_INFINITY],
  ['a month', 31 * 86_400_000],
  ['the longest timer', 2 ** 31 - 1],
  ['a minute more', 2 ** 31 + 60_000],
])('%s is no timeout and no deadline that has passed', async (_, ms) => {
  const fetch = async (_url: string, { signal }: RequestInit) => {
    await Bun.sleep(30);
    signal?.throwIfAborted();
    return Response.json({ error: 'not_found', message: 'Gone.', contact: '' }, { status: 404 });
  };
  const patience = { timeoutMs: ms, deadlineMs: ms, maxWaitMs: ms };
  const options = { apiKey: API_KEY, baseUrl: 'http://portside.test', fetch: fetch as never };
  await expect(new Portside({ ...options, ...patience }).account.get()).rejects.toThrow(NotFoundError);
  await expect(new Portside(options).account.get(patience)).rejects.toThrow(NotFoundError);
});

test('what has no timeout ends by its signal', async () => {
  const fetch = () => new Promise<Response>(() => {});
  const patience = { timeoutMs: Number.POSITIVE_INFINITY, deadlineMs: Number.POSITIVE_INFINITY };
  const client = new Portside({ apiKey: API_KEY, baseUrl: 'http://portside.test', fetch: fetch as never, ...patience });
  const stop = new AbortController();
  const work = client.account.get({ signal: stop.signal });
  const reason = new Error('enough');
  setTimeout(() => stop.abort(reason), 20);
  expect(await work.catch((error: unknown) => error)).toBe(reason);
});

test('a wait of any length before a retry ends by its signal', async () => {
  const refused = { error: 'rate_limited', message: 'Later.', contact: '' };
  let asked = 0;
  const fetch = async () => {
    asked++;
    return Response.json(refused, { status: 429, headers: { 'Retry-After': '9999999' } });
  };
  const patience = { maxWaitMs: Number.POSITIVE_INFINITY, deadlineMs: Number.POSITIVE_INFINITY };
  const client = new Portside({ apiKey: API_KEY, baseUrl: 'http://portside.test', fetch: fetch as never, ...patience });
  const stop = new AbortController();
  const work = client.account.get({ signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 40);
  await expect(work).rejects.toThrow('enough');
  // A timer that fired at once would have sent it again.
  expect(asked).toBe(1);
});

test('a change that may have been made is not asked for again, and one that was refused is', async () => {
  for (const [status, times] of [
    [500, 1],
    [503, 3],
    [429, 3],
  ] as const) {
    const { client, asked } = scripted([answer({ error: 'x' }, { status })]);
    await expect(client.entry.certificates.file('id')).rejects.toMatchObject({ status });
    expect([status, asked.length]).toEqual([status, times]);
  }
});
