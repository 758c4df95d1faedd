import { expect, test } from 'bun:test';
import { actor, startServer } from '../../../test/support/server.ts';
import { tempStorage, testClock } from '../../../test/support/temp.ts';
import { until } from '../../../test/support/until.ts';
import { startOperator } from '../../../test/support/visitor.ts';
import { utcDay } from '../../domain/clock.ts';
import { ALL_KEYS } from '../../domain/usage-store.ts';
import { KeyIssuer } from '../../keys/key-issuer.ts';
import { ErrorTally } from '../../limits/error-tally.ts';
import { HISTORY_DAYS, UsageHistory } from '../../limits/usage-history.ts';

const DAY_MS = 86_400_000;

test('days and minutes are the same before and after the journal is rolled up, for one key and for all', async () => {
  const storage = tempStorage();
  const clock = testClock();
  const keyIssuer = new KeyIssuer(storage, clock);
  const { id: a } = (await keyIssuer.issue({ name: 'key 1', scope: 'all' }, actor)).row;
  const { id: b } = (await keyIssuer.issue({ name: 'key 2', scope: 'all' }, actor)).row;
  const journal = storage.journal;
  const history = new UsageHistory(storage);
  const midnight = utcDay(clock.now()) * DAY_MS;
  journal.append(midnight - 30_000, [[a, a, 'tariff', 3]]);
  journal.append(midnight + 1_000, [
    [a, a, 'tariff', 5],
    [b, b, 'pixel', 7],
  ]);
  journal.append(midnight + 59_999, [[a, a, 'tariff', 1]]);
  journal.append(midnight + 60_000, [[b, b, 'entry', 2]]);
  const nowMs = midnight + 61_000;
  const read = async () => ({
    days: (await history.days(undefined, nowMs)).slice(-2),
    daysOfA: (await history.days(a, nowMs)).slice(-2),
    minutes: (await history.minutes(undefined, nowMs)).slice(-3),
    minutesOfB: (await history.minutes(b, nowMs)).slice(-3),
    uses: await history.lineages([a, b], nowMs),
  });
  const before = await read();
  expect(before).toEqual({
    days: [
      { atMs: midnight - DAY_MS, requests: { tariff: 3 } },
      { atMs: midnight, requests: { tariff: 6, pixel: 7, entry: 2 } },
    ],
    daysOfA: [
      { atMs: midnight - DAY_MS, requests: { tariff: 3 } },
      { atMs: midnight, requests: { tariff: 6 } },
    ],
    minutes: [
      { atMs: midnight - 60_000, requests: { tariff: 3 } },
      { atMs: midnight, requests: { tariff: 6, pixel: 7 } },
      { atMs: midnight + 60_000, requests: { entry: 2 } },
    ],
    minutesOfB: [
      { atMs: midnight - 60_000, requests: {} },
      { atMs: midnight, requests: { pixel: 7 } },
      { atMs: midnight + 60_000, requests: { entry: 2 } },
    ],
    uses: new Map([
      [a, { minute: 1, today: 6 }],
      [b, { minute: 2, today: 9 }],
    ]),
  });
  while (journal.rollUp(2));
  const halfway = await read();
  expect({ ...halfway, uses: before.uses }).toEqual(before);
  expect(halfway.uses.get(a)!.today).toBe(6);
  while (journal.rollUp(4));
  expect({ ...(await read()), uses: before.uses }).toEqual(before);
});

test('minutes that are too old for the chart are deleted when the journal is rolled up', async () => {
  const storage = tempStorage();
  const journal = storage.journal;
  journal.append(0, [[1, 1, 'tariff', 1]]);
  while (journal.rollUp(1));
  journal.append(3 * 3_600_000, [[1, 1, 'tariff', 1]]);
  while (journal.rollUp(2));
  const minutes = storage.recordsFile.query('SELECT DISTINCT minute FROM usage_minutes').all();
  expect(minutes).toEqual([{ minute: 180 }]);
});

test('errors are counted by key and code, those without a key only in the sum, and old days are deleted', async () => {
  const storage = tempStorage();
  const clock = testClock();
  const tally = new ErrorTally(storage, clock);
  const history = new UsageHistory(storage);
  tally.count('tariff', 7, 'rate_limited');
  tally.count('tariff', 7, 'rate_limited');
  tally.count('pixel', undefined, 'unauthorized');
  await tally.flush();
  clock.ms += DAY_MS;
  tally.count('tariff', 7, 'rate_limited');
  await tally.flush();
  expect(await history.errors(7, clock.now())).toEqual([
    { product: 'tariff', code: 'rate_limited', today: 1, total: 3 },
  ]);
  expect(await history.errors(undefined, clock.now())).toEqual([
    { product: 'tariff', code: 'rate_limited', today: 1, total: 3 },
    { product: 'pixel', code: 'unauthorized', today: 0, total: 1 },
  ]);
  clock.ms += (HISTORY_DAYS + 1) * DAY_MS;
  tally.count('entry', 7, 'scope');
  await tally.close();
  expect(storage.recordsFile.query('SELECT DISTINCT code FROM usage_errors').all()).toEqual([{ code: 'scope' }]);
});

test('the table of errors is bounded, and its sums stay right', async () => {
  const storage = tempStorage();
  const tally = new ErrorTally(storage, testClock());
  for (let key = 1; key <= 12_000; key++) tally.count('tariff', key, 'beta');
  await tally.close();
  const rows = storage.recordsFile
    .query<{ n: number; all: number }, []>(
      `SELECT count(*) AS n, sum(iif(key_id = ${ALL_KEYS}, requests, 0)) AS "all" FROM usage_errors`,
    )
    .get()!;
  expect(rows).toEqual({ n: 10_000, all: 12_000 });
});

test('every error on a product is counted for the key that got it', async () => {
  const { storage, clock, keyIssuer, key, post } = await startServer();
  const path = '/api/v1/tariff/hts/lookup';
  await post(path, {}, undefined);
  await post(path, {}, 'svc_nonsense');
  const { row, key: narrow } = await keyIssuer.issue({ name: 'narrow', scope: 'pixel', notes: 'delegate:on' }, actor);
  await post(path, { codes: ['7326'] }, narrow);
  const good = await key();
  await post(path, '{', good);
  await post(path, { codes: 5 }, good);
  await post(path, { codes: ['7326.90.86'] }, good);
  await post('/api/v1/nowhere', {}, good);
  const history = new UsageHistory(storage);
  // Written about once a second, by a timer.
  await until('the errors are counted', async () => (await history.errors(undefined, clock.now())).length >= 4);
  const counts = (await history.errors(undefined, clock.now())).map(({ code, total }) => [code, total]);
  expect(counts).toEqual([
    ['unauthorized', 2],
    ['invalid_json', 1],
    ['invalid_request', 1],
    ['scope', 1],
  ]);
  expect((await history.errors(row.id, clock.now())).map(({ code }) => code)).toEqual(['scope']);
  expect((await history.errors(row.id + 1, clock.now())).map(({ code }) => code)).toEqual([
    'invalid_json',
    'invalid_request',
  ]);
});

test('pages and CSV files show the same numbers', async () => {
  const { keyIssuer, post, operator, clock } = await startOperator();
  const { row, key } = await keyIssuer.issue(
    { name: 'counted', scope: 'all', notes: 'delegate:on', perDay: 1234 },
    actor,
  );
  for (let i = 0; i < 3; i++) await post('/api/v1/tariff/hts/lookup', { codes: ['7326.90.86'] }, key);
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  for (const query of ['', `?key=${row.id}`]) {
    const csv = await operator.get(`/operator/usage/days.csv${query}`);
    const lines = csv.html.split('\r\n');
    expect(csv.response.headers.get('content-type')).toContain('text/csv');
    expect(lines[0]).toBe('day_utc,tariff,pixel,entry');
    expect(lines.at(-2)).toBe(`${today},3,0,0`);
    expect(lines).toHaveLength(HISTORY_DAYS + 2);
    const minutes = await operator.get(`/operator/usage/minutes.csv${query}`);
    expect(minutes.html.split('\r\n').at(-2)).toBe(`${today} 12:00,3,0,0`);
  }
  expect((await operator.get('/operator/usage')).html).toContain('<dt>Requests today</dt><dd>3</dd>');
  expect((await operator.get('/operator/keys')).html).toContain('aria-label="today: 3 of 1234 requests"');
  expect((await operator.get('/operator/usage/days.csv?key=999')).status).toBe(404);
});
