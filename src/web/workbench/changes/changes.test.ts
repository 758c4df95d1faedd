import { describe, expect, test } from 'bun:test';
import { until } from '../../../../test/support/until.ts';
import { startWork, type WorkbenchVisitor } from '../../../../test/support/workbench-visitor.ts';
import { daysOfChange } from './my-lists.ts';

const server = await startWork();
const { visitor, apiKey, post, app, faults } = server;

async function changes(of: WorkbenchVisitor = visitor, query = ''): Promise<string> {
  const { status, html } = await of.get(`/work/changes${query}`);
  expect(status).toBe(200);
  return html;
}

async function watch(codes: string[], name: string, key = apiKey): Promise<string> {
  const answer = await post('/api/v2/watches', { name, codes }, key);
  return ((await answer.json()) as { id: string }).id;
}

async function audit(rows: { hts: string }[], key = apiKey): Promise<string> {
  const { id } = (await (await post('/api/v2/tariff/audits', { rows }, key)).json()) as { id: string };
  await until('the audit has finished', async () => {
    // A part that was put off waits for a second of this clock.
    server.clock.pass(1000);
    const job = await fetch(`${app.url}/api/v2/tariff/audits/${id}`, { headers: { authorization: `Bearer ${key}` } });
    return ((await job.json()) as { status: string }).status === 'finished';
  });
  return id;
}

/** The part of the page about one day. */
function dayOf(html: string, date: string): string {
  const start = html.indexOf(`id="day-${date}"`);
  expect(start).toBeGreaterThan(0);
  const end = html.indexOf('id="day-', start + 10);
  return html.slice(start, end < 0 ? undefined : end);
}

async function newKey(scope: 'all' | 'pixel' = 'all'): Promise<{ key: string; visitor: WorkbenchVisitor }> {
  const key = await server.key(scope);
  const other = server.stranger();
  await other.signIn(key);
  return { key, visitor: other };
}

describe('the calendar', () => {
  test('without lists it says that nothing was compared, at every change', async () => {
    const html = await changes();
    expect(html).toContain('Nothing was compared: you have no lists');
    expect(html).not.toContain('None of your');
    expect(html).toContain('Your numbers: nothing was compared.');
  });

  test('has what is coming soonest first, then what has passed newest first, each with its source', async () => {
    const html = await changes();
    const days = [...html.matchAll(/id="day-([\d-]+)"/g)].map(([, date]) => date!);
    const today = '2026-11-21';
    const coming = days.filter((date) => date > today);
    const past = days.filter((date) => date <= '2026-10-09');
    expect(coming).toEqual(['2026-12-04', '2027-01-01', '2027-02-09', '2027-08-15', '2028-01-01']);
    expect(past).toEqual(past.toSorted().toReversed());
    // 2025-06-04 is in no comparison of the first day with today alone, and 2025-08-18 came and went in between.
    for (const date of ['2026-04-06', '2025-06-04', '2025-08-18']) expect(past).toContain(date);
    expect(new Set(days).size).toBe(days.length);
    expect(html).toContain('Announced for days that have passed');
    expect(dayOf(html, '2027-01-01')).toContain('Source: presidential proclamation of 2025-12-31');
    for (const date of past) expect(dayOf(html, date)).toContain('Source: ');
  });

  test('what the lists say of a later day is not called law, because the API states no certainty of it', async () => {
    const day = dayOf(await changes(), '2026-12-04');
    expect(day).toContain('on the list, as announced');
    expect(day).toContain('Not read as in force: 10 numbers');
    expect(day.match(/law, date set/g)).toHaveLength(2);
  });

  test('every day of a link in the list of months is on the page', async () => {
    const html = await changes();
    const links = [...html.matchAll(/href="#(day-[\d-]+)"/g)].map(([, id]) => id!);
    expect(links.length).toBeGreaterThan(10);
    for (const id of links) expect(html).toContain(`id="${id}"`);
  });
});

describe('numbers of the own lists', () => {
  test('a change names the numbers that it touches, and says of the others that they were compared', async () => {
    const { key, visitor: own } = await newKey();
    await watch(['9401.61.4011', '7326.90.8688', '0101.21.0010'], '<b>Furniture</b>', key);
    const html = await changes(own);
    expect(html).toContain('&lt;b>Furniture&lt;/b>');
    expect(html).toContain('all 3 numbers');
    expect(dayOf(html, '2027-01-01')).toContain('1 number of yours');
    expect(dayOf(html, '2027-01-01')).toContain('href="/work/schedule/9401.61.4011"');
    expect(dayOf(html, '2026-04-06')).toContain('href="/work/schedule/7326.90.8688"');
    expect(dayOf(html, '2026-12-04')).toContain('None of your 3 numbers that were compared.');
    expect(dayOf(html, '2026-12-04')).not.toContain('of yours');
  });

  test('no number is said to be untouched by what its history cannot name', async () => {
    const { key, visitor: own } = await newKey();
    await watch(['3004.90.9245'], 'Medicine', key);
    const html = await changes(own);
    const undated = html.slice(html.indexOf('Announced without a date'), html.indexOf('id="past-title"'));
    expect(undated).toContain('not compared. Only changes with a date are.');
    expect(undated).not.toContain('None of your');
    expect(dayOf(html, '2026-11-10')).toContain('not compared. The history of a number has Section 232 only.');
    expect(dayOf(html, '2026-11-10')).not.toContain('None of your');
  });

  test('a list beyond the bound is compared in parts, and the page says which part', async () => {
    const { key, visitor: own } = await newKey();
    const many = Array.from({ length: 230 }, (_, i) => `9403.20.${String(1000 + i)}`);
    const id = await watch([...many, '9401.61.4011'], 'Long', key);
    const first = await changes(own);
    expect(first).toContain('200 of 231 numbers');
    expect(dayOf(first, '2027-01-01')).not.toContain('of yours');
    const next = /href="(\/work\/changes\?list=[^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&');
    expect(next).toBe(`/work/changes?list=${id}&from=200`);
    const rest = await changes(own, next.slice('/work/changes'.length));
    expect(rest).toContain('31 of 231 numbers');
    expect(dayOf(rest, '2027-01-01')).toContain('1 number of yours');
    expect(rest).not.toContain('Compare what follows');
  }, 60_000);

  test('lines of an audit are read a page at a time, and those without a number are counted', async () => {
    const { key, visitor: own } = await newKey();
    const rows = Array.from({ length: 120 }, () => ({ hts: '7326.90.8688' }));
    const id = await audit([{ hts: 'nonsense' }, ...rows, { hts: '9401.61.4011' }], key);
    const html = await changes(own);
    expect(html).toContain('100 of 122 lines');
    expect(html).toContain('1 line without a tariff number');
    expect(html).toContain('<strong>1 number</strong> of your lists was compared');
    const next = /href="(\/work\/changes\?list=job_[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
    expect(next).toStartWith(`/work/changes?list=${id}&cursor=`);
    const rest = await changes(own, next.slice('/work/changes'.length));
    expect(rest).toContain('22 of 122 lines');
    expect(dayOf(rest, '2027-01-01')).toContain('1 number of yours');
  }, 60_000);

  test('lists beyond the newest are named as not compared, and can be compared alone', async () => {
    const { key, visitor: own } = await newKey();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push(await watch(['9401.61.4011'], `Watch ${i}`, key));
    const html = await changes(own);
    expect(html.match(/all 1 number</g)).toHaveLength(5);
    expect(html.match(/not compared on this visit/g)).toHaveLength(2);
    const alone = await changes(own, `?list=${ids[0]}`);
    expect(alone.match(/all 1 number</g)).toHaveLength(1);
    expect(alone.match(/not compared on this visit/g)).toHaveLength(6);
  });

  test('lists of another key, made-up ids and cursors show nothing of anybody', async () => {
    const { key } = await newKey();
    const foreign = await watch(['9401.61.4011'], 'Foreign goods', key);
    const { key: ownKey, visitor: own } = await newKey();
    const id = await audit([{ hts: '7326.90.8688' }], ownKey);
    for (const query of [`?list=${foreign}`, '?list=../../x', '?list=', `?list=${foreign}&from=-5`]) {
      const html = await changes(own, query);
      expect(html).not.toContain('Foreign goods');
      expect(dayOf(html, '2027-01-01')).not.toContain('of yours');
    }
    const broken = await changes(own, `?list=${id}&cursor=nonsense`);
    expect(broken).toContain('not compared: ');
    expect(dayOf(broken, '2026-04-06')).toContain('Your numbers: nothing was compared.');
  });

  test('a key without the tariff sees the calendar, and its audits are not asked for', async () => {
    const { visitor: own } = await newKey('pixel');
    expect(await changes(own)).toContain('Nothing was compared: you have no lists');
    expect((await own.get('/work')).html).not.toContain('Next changes');
  });
});

describe('a day', () => {
  test('has each number before and after, in pages that together have all', async () => {
    const first = await visitor.get('/work/changes/2026-04-06');
    expect(first.status).toBe(200);
    const total = Number(/Shown: 1 to 250 of (\d+)\./.exec(first.html)![1]);
    const seen: string[] = [];
    for (let path: string | undefined = '/work/changes/2026-04-06'; path; ) {
      const { html } = await visitor.get(path);
      seen.push(...[...html.matchAll(/class="mono" href="\/work\/schedule\/([\d.]+)"/g)].map(([, code]) => code!));
      path = /href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toHaveLength(total);
    expect(total).toBeGreaterThan(1000);
  }, 60_000);

  test('can be asked for one number, with those above and below it', async () => {
    const rows = async (number: string) => {
      const { status, html } = await visitor.get(`/work/changes/2026-04-06?number=${encodeURIComponent(number)}`);
      expect(status).toBe(200);
      expect(html).not.toContain('<b>');
      return [...html.matchAll(/class="mono" href="\/work\/schedule\/([\d.]+)"/g)].map(([, code]) => code!);
    };
    expect(await rows('7616995130')).toContain('7616.99.5130');
    const below = await rows('7616.99');
    expect(below.length).toBeGreaterThan(1);
    for (const code of below) expect(code).toStartWith('7616');
    expect(await rows('0101.21.0010')).toEqual([]);
    // Without a digit it is no filter.
    expect((await rows('<b>')).length).toBe(250);
  });

  test('that is announced has its changes, one without a change does not say that nothing happened', async () => {
    expect((await visitor.get('/work/changes/2027-01-01')).html).toContain('kitchen cabinets');
    const quiet = await visitor.get('/work/changes/2026-05-05');
    expect(quiet.html).toContain('No change of the Section 232 lists was read for this day.');
    expect(quiet.html).toContain('Other duties were not looked at.');
  });

  test('that is on no calendar is not found, and odd offsets are the first page', async () => {
    for (const date of ['2026-02-30', '2026-13-01', 'today', '20260406']) {
      expect([date, (await visitor.get(`/work/changes/${date}`)).status]).toEqual([date, 404]);
    }
    for (const from of ['-1', 'x', 'Infinity', '1e99']) {
      expect((await visitor.get(`/work/changes/2026-04-06?from=${from}`)).status).toBe(200);
    }
  });
});

test('the first page names the next changes with a link', async () => {
  const { html } = await visitor.get('/work');
  expect(html).toContain('href="/work/changes/2026-12-04"');
  expect(html).toContain('href="/work/changes"');
});

test('a period changes only the programmes whose terms differ', () => {
  const terms = (programme: string, rate: number) => ({ programme, rate }) as never;
  const period = (from: string, ...listed: never[]) => ({ from, to: null, scheduled: false, listed });
  const periods = [
    period('2025-03-12', terms('steel', 25)),
    period('2025-06-04', terms('steel', 50)),
    period('2025-11-01', terms('steel', 50), terms('auto_parts', 25)),
    period('2026-04-06', terms('auto_parts', 25)),
  ];
  expect(daysOfChange({ periods })).toEqual([
    { from: '2025-06-04', programmes: ['steel'] },
    { from: '2025-11-01', programmes: ['auto_parts'] },
    { from: '2026-04-06', programmes: ['steel'] },
  ]);
});

test('nothing of this was a fault of the server', () => expect(faults).toEqual([]));
