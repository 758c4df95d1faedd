import { describe, expect, test } from 'bun:test';
import { printExplanations, printLists, printPlan } from '../../cli/tariff-text.ts';
import { embeddedTariff } from '../embedded.ts';
import { planImport } from '../import/plan-import.ts';
import { changesBetween } from '../law/changes.ts';
import { upcomingChanges } from '../law/upcoming-changes.ts';
import { Tariff } from '../tariff.ts';
import { explain } from './explain.ts';

const data = embeddedTariff();
const tariff = new Tariff(data, { now: () => Date.parse('2026-11-20T17:00:00Z') });
const on = (code: string, date = '2026-11-20') => explain(tariff.at(date).lookup(code), date, data);

describe('an explanation', () => {
  test('names the listing, its subdivision, heading, rate, dates and source', () => {
    const { matched, status } = on('7326.90.8688');
    expect(status).toBe('hit');
    expect(matched).toHaveLength(1);
    expect(matched[0]).toMatchObject({
      code: '7326.90.8688',
      programme: 'steel',
      note: '16(c)(iv)',
      annex: 'I-A',
      ch99_heading: '9903.82.02',
      rate: 50,
      rate_kind: 'additional',
      charged_on: 'full value',
      weight_test: null,
      from: '2026-04-06',
      to: null,
      list: 'note-16c',
      version: '2026-10-09+1',
    });
    expect(matched[0]?.source).toContain('91 FR 18201');
  });

  test('agrees with the lookup for every listed number', () => {
    for (const code of new Set(data.lists.flatMap((list) => list.listings).map((listing) => listing.code))) {
      const result = tariff.at().lookup(code);
      const { coverage, matched, other_programmes, near_misses } = on(code);
      expect(matched.length > 0).toBe(result.hit);
      expect(coverage.some((each) => each.coverage !== 'none')).toBe(result.in_scope);
      const whole = coverage.some((each) => each.coverage.startsWith('whole'));
      expect(matched.length + other_programmes.length > 0).toBe(whole || result.hit);
      if (result.status === 'adjacent') expect(near_misses.length).toBeGreaterThan(0);
      if (result.hit) expect(matched.map((view) => view.rate)).toContain(result.adjacent_hits[0]!.proposed_rate);
    }
  });

  test('lists a total rate, a weight test and metal content as conditions', () => {
    const { conditions } = on('8415.10.60');
    expect(conditions.join(' ')).toContain('a total that includes the column 1 duty');
    expect(conditions.join(' ')).toContain('at least 15 percent of the weight');
    expect(on('7326.90.8688').conditions.join(' ')).not.toContain('15 percent of the weight');
    expect(on('7326.90.8688', '2025-08-18').conditions.join(' ')).toContain('metal content');
  });

  test('of a short code counts the numbers under it that are listed', () => {
    const whole = on('7326.90.86');
    expect(whole.conditions[0]).toBe(
      'All numbers under 7326.90.86 are listed, at several rates (50, 25); give ten digits.',
    );
    expect(whole.coverage.find(({ programme }) => programme === 'steel')).toEqual({
      programme: 'steel',
      coverage: 'whole_by_parts',
      numbers_listed: 10,
      numbers: 10,
    });
    const part = on('8708.29.21');
    expect(part.coverage.find(({ programme }) => programme === 'steel')).toMatchObject({
      coverage: 'part',
      numbers_listed: 1,
    });
    expect(part.conditions).toContain('1 of 3 numbers under 8708.29.21 is listed (steel); give ten digits.');
    expect(part.near_misses[0]?.code).toStartWith('8708.29.21');
  });

  test('reads a number that ends in 00 as its line, also after USITC divided it', () => {
    const divided = on('3004.32.0000');
    expect([divided.status, divided.schedule?.exists]).toEqual(['in_scope_no_bis14', false]);
    expect(divided.coverage.find(({ programme }) => programme === 'pharmaceuticals')).toMatchObject({
      coverage: 'part',
      numbers_listed: 2,
      numbers: 4,
    });
    expect(divided.conditions).toEqual([
      'The schedule has other numbers under 3004.32.00, so 3004.32.0000 is read as the whole line.',
      '2 of 4 numbers under 3004.32.00 are listed (pharmaceuticals); give ten digits.',
    ]);
    expect(on('3818.00.0000').announced).toEqual(on('3818.00.00').announced);
    expect(on('3818.00.0000').next_changes).toEqual(on('3818.00.00').next_changes);
    expect(on('2918.99.3000').conditions.join(' ')).not.toContain('read as the whole line');
  });

  test('has near misses of every programme, and says how each covers the code', () => {
    const { coverage, near_misses } = on('3004.90.9299');
    expect(near_misses.length).toBeGreaterThan(10);
    expect(new Set(near_misses.map(({ programme }) => programme))).toEqual(new Set(['pharmaceuticals']));
    expect(coverage.map(({ programme }) => programme)).toEqual(
      'aluminum auto_parts autos buses copper mhd_parts mhd_vehicles pharmaceuticals semiconductors steel uas wood'.split(
        ' ',
      ),
    );
    expect(coverage.every((each) => each.coverage === 'none')).toBe(true);
  });

  test('of small unmanned aircraft shows both rates and what decides between them', () => {
    const { other_programmes, conditions } = on('8806.21.00');
    expect(other_programmes.map(({ rate, ch99_heading }) => [rate, ch99_heading])).toEqual([
      [100, '9903.08.21'],
      [25, '9903.08.22'],
    ]);
    expect(conditions.filter((text) => text.includes('thermal imaging'))).toHaveLength(2);
  });

  test('of a number that means other goods now says since when, and of one that lives on for fewer', () => {
    const reused = on('3004.90.9244');
    expect([reused.retired_on, reused.successors]).toEqual([null, []]);
    expect(reused.conditions[0]).toBe('3004.90.9244 meant other goods before 2026-02-01. They are 3004.90.9251.');
    expect(on('3004.90.9225', '2026-08-15').conditions).toEqual([
      '3004.90.9225 meant other goods before 2026-07-01. They are 3004.90.9226.',
      '3004.90.9225 meant other goods before 2026-02-01. They are 3004.90.9228.',
      'The list in force prints 3004.90.9225 (pharmaceuticals), with the meaning it had before. By its letter it is this number: ask customs before you rely on either.',
    ]);
    expect(on('3004.90.9211').conditions).toContain(
      '3004.90.9211 means fewer goods since 2026-07-01. The others are 3004.90.9212.',
    );
    expect(on('3004.90.9251', '2026-01-31').conditions).toContain(
      '3004.90.9251 takes goods of 3004.90.9244 from 2026-02-01.',
    );
  });

  test('of a retired suffix names its successors, and of a successor the number that the note still prints', () => {
    const retired = on('8708.29.5160');
    expect([retired.status, retired.retired_on]).toEqual(['hit', '2026-07-01']);
    expect(retired.successors.map((row) => row.new)).toEqual(['8708.29.5150', '8708.29.5190']);
    expect(retired.conditions[0]).toContain('The answer is that of its successors: 8708.29.5150, 8708.29.5190.');
    expect(on('8708.29.5160', '2026-06-30')).toMatchObject({ retired_on: null, successors: [] });
    expect(on('9401.99.9081', '2026-03-01').successors.map((row) => row.new)).toEqual([
      '9401.99.9030',
      '9401.99.9070',
      '9401.99.9040',
      '9401.99.9085',
    ]);
    const successor = on('8413.91.9020');
    expect(successor.replaces).toMatchObject([{ old: '8413.91.9055', retired_on: '2026-07-01', kind: 'split' }]);
    expect(successor.conditions.join(' ')).toContain(
      'The list prints 8413.91.9055, the number of these goods before 2026-07-01.',
    );
  });

  test('names what was taken out of scope in April 2026, even if some of it was listed again', () => {
    expect(on('9403.20.0075').removed).toMatchObject([
      { code: '9403.20.00', later: 'only .0075 and .0082 relisted 2026-06-08' },
    ]);
    expect(on('9403.20.0075', '2026-04-05').removed).toEqual([]);
  });

  test('names the changes of the numbers that took the goods', () => {
    const events = on('8415.90.8025', '2026-03-01').next_changes.map(({ date, event }) => `${date} ${event}`);
    expect(events).toContain('2026-04-06 derivative aluminum articles (16(c)(vi)): 25 percent begins');
    const later = on('3004.90.9226', '2026-08-15').next_changes.map(({ date, event }) => `${date} ${event}`);
    expect(later).toContain('2026-09-28 patented pharmaceuticals (40(c)): last day at 100 percent');
  });

  test('names scheduled changes: first days, last days and announcements', () => {
    expect(upcomingChanges(data.lists, [], '2026-11-20')[0]).toMatchObject({ date: '2026-12-04' });
    expect(on('8415.10.60').next_changes.map((change) => change.date)).toEqual(['2028-01-01']);
    expect(on('8415.10.60', '2026-06-01').next_changes.map((change) => change.date)).toEqual([
      '2026-06-07',
      '2026-06-08',
    ]);
    expect(on('0101.21.0010').next_changes).toEqual([]);
    // 2804.61.0000 is the line 2804.61.00, and 2804.61 has no other number.
    for (const code of ['2804.61.0000', '2804.61.00', '2804.61']) {
      const { status, next_changes } = on(code);
      expect([code, status, next_changes[0]?.date]).toEqual([code, 'clear', '2026-12-04']);
    }
  });

  test('of an invalid code has no listings', () => {
    expect(on('9903.82.02')).toMatchObject({ status: 'invalid', matched: [], near_misses: [], schedule: null });
  });
});

describe('changes between two dates', () => {
  test('on 2025-06-04 only rates rise', () => {
    const { added, removed, rerated, moved } = changesBetween(data.lists, '2025-06-03', '2025-06-04');
    expect([added, removed, moved].flat()).toEqual([]);
    expect(rerated).toHaveLength(355);
    expect(rerated.every((row) => row.before[0]?.terms.rate === 25 && row.after[0]?.terms.rate === 50)).toBe(true);
  });

  test('on 2026-06-08 six numbers are added, 8708.29.21 is removed, others are re-rated or moved', () => {
    const { added, removed, rerated, moved } = changesBetween(data.lists, '2026-06-07', '2026-06-08');
    expect(added.map((row) => row.code)).toEqual([
      '3701.30.00',
      '8708.29.2120',
      '8708.29.2130',
      '9403.20.0075',
      '9403.20.0082',
      '9403.99.9040',
    ]);
    expect(removed.map((row) => row.code)).toEqual(['8708.29.21', '8708.29.21']);
    expect([rerated.length, moved.length]).toEqual([37, 28]);
    expect(moved.every((row) => row.after[0]?.terms.note === '16(c)(xi)')).toBe(true);
  });

  test('are empty for one day, and swap added and removed if the days are swapped', () => {
    const none = changesBetween(data.lists, '2026-11-20', '2026-11-20');
    expect([none.added, none.removed, none.rerated, none.moved].flat()).toEqual([]);
    const forward = changesBetween(data.lists, '2026-04-05', '2026-04-06');
    const backward = changesBetween(data.lists, '2026-04-06', '2026-04-05');
    expect(backward.removed.map((row) => row.code)).toEqual(forward.added.map((row) => row.code));
    expect(backward.added.map((row) => row.code)).toEqual(forward.removed.map((row) => row.code));
  });
});

describe('the text for a terminal', () => {
  const codes = ['7326.90.8688', '7326.90.86', '8708.29.5160', '8413.91.9020', '0101.21.0010', '9903.82.02'];
  const text = printExplanations(codes.map((code) => on(code)));

  test('fits the columns and contains listing, heading, rate, dates and source', () => {
    const rows = [{ htsno: '0101', indent: 0, description: 'y'.repeat(200), general: 'z'.repeat(200) }];
    const plan = planImport(JSON.stringify(rows), data, { date: '2026-11-20', force: true });
    if (plan.kind !== 'schedule') throw new Error('not a schedule');
    const { revision, replaces } = plan;
    for (const [width, columns] of [
      [undefined, 100],
      [80, 80],
      [72, 72],
    ] as const) {
      const all = [
        printExplanations(
          codes.map((code) => on(code)),
          { width },
        ),
        printExplanations([on(`\x1b[31m${'x'.repeat(300)}\n`), on('8415.10.60')], { width }),
        printLists(data, '2026-11-20', { width }),
        printExplanations([on('8541.42.0010', '2026-12-04')], { width }),
        printPlan({ ...plan, schedule: { revision, replaces, older: true } }, { width }),
      ].join('');
      for (const line of all.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    }
    for (const part of ['16(c)(iv)', '9903.82.02', '50 percent', 'from 2026-04-06', '91 FR 18201', 'near it']) {
      expect(text).toContain(part);
    }
  });

  test('contains no control characters from a code', () => {
    const shown = printExplanations([on('\x1b[2J\u009b31m7326')]);
    expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  });

  test('has colour only if asked for', () => {
    expect(text).not.toContain('\x1b');
    expect(printExplanations([on('7326.90.8688')], { colour: true })).toContain('\x1b[31mListed');
  });
});
