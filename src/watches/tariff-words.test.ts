import { expect, test } from 'bun:test';
import type { CodeOutlook, DutyTerm, TariffChange } from '../domain/tariff-outlook.ts';
import { dueChanges, revisedChanges } from './tariff-changes.ts';
import { tariffSummary } from './tariff-words.ts';

const term = (rate: number, more: Partial<DutyTerm> = {}): DutyTerm => ({
  programme: 'wood',
  coverage: 'whole',
  note: '37(d)',
  ch99_heading: '9903.76.02',
  rate,
  rate_kind: 'additional',
  source: 'note 37(d)',
  ...more,
});
const outlook = (...periods: [string, DutyTerm[]][]): CodeOutlook => ({
  periods: periods.map(([from, terms]) => ({ from, terms })),
  announced: [],
});
const codes = (n: number) => Array.from({ length: n }, (_, i) => `9401.61.${1000 + i}`);
const TODAY = '2026-12-10';
const stays = outlook(['2025-10-14', [term(25)]]);
const rises = outlook(['2025-10-14', [term(25)]], ['2027-01-01', [term(30)]]);
const due = (now: CodeOutlook, n: number) =>
  dueChanges(
    codes(n).map((code) => ({ code, outlook: now })),
    '2026-12-01',
    '2027-01-09',
  );
const revised = (told: CodeOutlook, now: CodeOutlook, n = 1) =>
  revisedChanges(
    codes(n).map((code) => ({ code, told, now })),
    TODAY,
    TODAY,
  );
const say = (changes: TariffChange[], watched = 200) => tariffSummary(changes, watched, TODAY);

test('a rise is told in the words of a broker, all numbers in one', () => {
  expect(say(due(rises, 14))).toBe(
    '14 of your 200 numbers change on 2027-01-01: 25 to 30 percent, by note 37(d), heading 9903.76.02 (wood).',
  );
  expect(say(revised(stays, rises, 1), 1)).toBe(
    'Your number changes on 2027-01-01: 25 to 30 percent, by note 37(d), heading 9903.76.02 (wood).',
  );
});

test.each([
  [outlook(), stays, 'no duty to 25 percent, by'],
  [stays, outlook(['2025-10-14', [term(25)]], ['2027-01-01', []]), '25 percent to no duty, by'],
  [
    stays,
    outlook(['2025-10-14', [term(15, { rate_kind: 'total_incl_column1' })]]),
    '25 percent to 15 percent in total, by',
  ],
  [
    stays,
    outlook(['2025-10-14', [term(25, { coverage: 'part' })]]),
    '25 percent to 25 percent on part of its goods, by',
  ],
  [
    stays,
    outlook(['2025-10-14', [term(25, { ch99_heading: '9903.76.09' })]]),
    '25 percent, on other terms, by note 37(d), heading 9903.76.09',
  ],
  [
    stays,
    outlook(['2025-10-14', [term(25, { programme: 'steel', note: '16' })]]),
    'no duty to 25 percent, by note 16, heading 9903.76.02 (steel)',
  ],
])('%#: other changes say both sides', (told, now, words) => {
  expect(say(revised(told, now))).toContain(words);
});

test('other words of a source are no change', () => {
  expect(revised(stays, outlook(['2025-10-14', [term(25, { source: 'reworded' })]]))).toEqual([]);
});

test('a correction of days that have passed is told, with its first day', () => {
  const corrected = outlook(['2025-10-14', [term(20)]], ['2026-01-01', [term(25)]]);
  const [change, ...more] = revised(stays, corrected);
  expect(more).toEqual([]);
  expect(change).toMatchObject({ effective_date: '2025-10-14', before: [{ rate: 25 }], after: [{ rate: 20 }] });
  expect(say([change!])).toContain('changes with effect from 2025-10-14');
});

const announced = (more: object = {}) => ({
  programme: 'copper',
  date: '2027-01-01',
  open_from: null,
  what: 'a duty of 15 percent was recommended',
  headings: [],
  origins: [],
  rate: null,
  certainty: 'announced' as const,
  source: 'Proc. 10962',
  ...more,
});

test('what is only announced says so; withdrawn, reworded and read announcements differ', () => {
  const with_ = (...duties: ReturnType<typeof announced>[]): CodeOutlook => ({ periods: [], announced: duties });
  expect(say(revised(with_(), with_(announced())))).toContain(
    'announced, not law: a duty of 15 percent was recommended (copper)',
  );
  expect(revised(with_(announced()), with_(announced({ what: 'in other words' })))).toEqual([]);
  expect(say(revised(with_(announced()), with_()))).toContain('no longer announced: ');
  expect(revised(with_(announced({ date: TODAY })), with_())).toEqual([]);
  expect(due(with_(announced()), 3)).toMatchObject([{ effective_date: '2027-01-01', codes: codes(3) }]);
  expect(due(with_(announced({ open_from: '2026-12-31' })), 1)).toMatchObject([{ effective_date: '2026-12-31' }]);
  // A row of the lists says the same with its rates: once is enough.
  const both = { ...rises, announced: [announced({ programme: 'wood' })] };
  expect(due(both, 1)).toHaveLength(1);
});

test('several changes are counted each, up to five', () => {
  const many = Array.from({ length: 7 }, (_, n) => ({ ...due(rises, n + 1)[0]!, effective_date: `2027-01-0${n + 1}` }));
  const summary = say(many);
  expect(summary).toStartWith('7 of your 200 numbers change: 1 number on 2027-01-01 from 25 to 30 percent, by');
  expect(summary).toEndWith('; and 2 more changes.');
});
