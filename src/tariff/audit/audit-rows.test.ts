import { expect, test } from 'bun:test';
import { between } from '../../../test/support/random.ts';
import { runs, seededRandom } from '../../../test/support/seed.ts';
import type { Cell, TableRow } from '../../domain/table.ts';
import { type DutyAnswer, isRefusal } from '../duties/answer.ts';
import { dutiesOf } from '../duties/answer-duties.ts';
import { embeddedTariff } from '../embedded.ts';
import { explain } from '../explain/explain.ts';
import { parseCode } from '../hts-code.ts';
import { Tariff } from '../tariff.ts';
import { dutyCells, lineCells, outcomeOf } from './answer-line.ts';
import { type AuditOptions, Auditor } from './audit-rows.ts';
import { addedColumns } from './columns.ts';
import { OUTCOMES } from './outcome.ts';

const data = embeddedTariff();
const auditor = new Auditor(data);
const tariff = new Tariff(data, { now: () => Date.parse('2026-11-20T17:00:00Z') });
const AS_OF = '2026-11-20';
const CODE_ONLY: AuditOptions = { as_of: AS_OF, columns: { code: 0 } };
const ALL: AuditOptions = { as_of: AS_OF, columns: { code: 0, origin: 1, date: 2, value: 3 } };

const rowsOf = (...lines: Cell[][]): TableRow[] => lines.map((cells, at) => ({ line: at + 2, cells }));

function audited(lines: Cell[][], options: AuditOptions) {
  const names = addedColumns({ hasOrigin: options.columns.origin !== undefined }).map(({ name }) => name);
  const { rows, summary } = auditor.audit(rowsOf(...lines), options);
  const cells = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
  return { cells, summary };
}

/** Numbers of the schedule, of the lists, retired ones, short ones, ones that do not exist, and damaged ones. */
function someCode(random: () => number): string {
  const pick = <T>(all: readonly T[]) => all[between(random, 0, all.length - 1)]!;
  const scheduled = data.numbers.at(between(random, 0, data.numbers.size - 1));
  const listed = pick(pick(data.lists).listings).digits;
  const code = pick([
    scheduled,
    listed,
    listed,
    pick(data.successions).old,
    scheduled.slice(0, pick([4, 6, 8])),
    `${listed.slice(0, 6)}9999`,
  ]);
  return pick([code, code, code, code, code.slice(1), `${code}.0`, '', '9903.82.02', 'bolts']);
}

test('every line is the answer of a single lookup and a single question about duties', () => {
  const random = seededRandom('audit lines');
  const origins = ['CN', 'de', 'Germany', 'Vietnam', '', 'Atlantis', 'GB'];
  const dates = ['2026-11-20', '', '2025-06-01', '04/22/2026', '22.04.2026', '03/04/2026', '2024-01-01', 'soon'];
  const lines = Array.from({ length: runs(60, 3000) }, () => [
    someCode(random),
    origins[between(random, 0, origins.length - 1)]!,
    dates[between(random, 0, dates.length - 1)]!,
    random() < 0.5 ? '' : String(between(random, 0, 1_000_000) / 100),
  ]);
  const { cells, summary } = audited(lines, ALL);
  const days: Record<string, string> = { '': AS_OF, '04/22/2026': '2026-04-22', '22.04.2026': '2026-04-22' };
  const countries: Record<string, string> = { de: 'DE', Germany: 'DE', Vietnam: 'VN' };
  lines.forEach(([code, origin, written, value], at) => {
    const line = cells[at]!;
    if (parseCode(code!) === null) {
      expect(['damaged', 'invalid', 'blank']).toContain(line.status as string);
      expect([line.number, line.as_of, line.coverage, line.duty_total, line.source]).toEqual([
        null,
        null,
        null,
        null,
        null,
      ]);
      return;
    }
    const date = days[written!] ?? written!;
    if (['03/04/2026', '2024-01-01', 'soon'].includes(date)) {
      expect([line.status, line.number, line.coverage]).toEqual(['undated', null, null]);
      return;
    }
    const single = tariff.at(date).lookup(code!);
    const explanation = explain(single, date, data);
    expect(line.status).toBe(single.status);
    expect(line).toMatchObject({ ...lineCells(explanation, data), result: OUTCOMES[outcomeOf(explanation)] });
    if (origin === 'Atlantis') {
      expect([line.duty, line.duty_total]).toEqual(['not asked', null]);
      return;
    }
    const duties = dutiesOf({ data, today: AS_OF })({
      code: code!,
      entry_date: date,
      ...(origin !== '' && { origin: countries[origin!] ?? origin! }),
      ...(value !== '' && { facts: { value: Number(value) } }),
    });
    expect(isRefusal(duties)).toBe(false);
    expect(line).toMatchObject(dutyCells(duties as DutyAnswer));
  });
  expect(summary.lines).toBe(lines.length);
  expect(Object.values(summary.outcomes).reduce((sum, { lines: count }) => sum + count, 0)).toBe(lines.length);
});

test('every ten-digit number of the schedule has the status of a lookup', () => {
  const codes = Array.from({ length: Math.ceil(data.numbers.size / 5) }, (_, at) => data.numbers.at(at * 5));
  const { cells } = audited(
    codes.map((code) => [code]),
    CODE_ONLY,
  );
  expect(cells.map(({ status }) => status)).toEqual(codes.map((code) => tariff.at(AS_OF).lookup(code).status));
});

test('nothing is said to be clear that was not looked up', () => {
  const { cells, summary } = audited([['101210010'], [''], ['nails'], ['9903.82.02'], ['7.317E+09']], CODE_ONLY);
  expect(cells.map(({ status }) => status)).toEqual(['damaged', 'blank', 'invalid', 'invalid', 'damaged']);
  expect(cells.map(({ result }) => result)).toEqual([
    'Damaged number',
    'No number',
    'Not a number',
    'Not a number',
    'Damaged number',
  ]);
  expect(cells[0]).toMatchObject({
    probably: '0101.21.0010',
    missing: 'Damaged: a leading zero is missing. Compare it with the original.',
  });
  expect(summary.outcomes).toMatchObject({ damaged: { lines: 2 }, invalid: { lines: 2 }, blank: { lines: 1 } });
});

test('a number that the schedule does not have is on no list, and the line says so', () => {
  const { cells } = audited([['4911.99.1234']], CODE_ONLY);
  expect(cells[0]).toMatchObject({ status: 'clear', result: 'Not in the schedule' });
  expect(cells[0]!.missing).toContain('has no such number. Numbers like it: 4911.99.');
});

test('a retired number names what replaced it, and a part of a line what is missing', () => {
  const { cells } = audited([['8708.29.5160'], ['3004.32.00']], CODE_ONLY);
  expect(cells[0]).toMatchObject({
    status: 'hit',
    result: 'Retired number',
    successor: '8708.29.5150, 8708.29.5190 (since 2026-07-01)',
  });
  expect(cells[1]).toMatchObject({ result: 'Listed elsewhere', coverage: 'pharmaceuticals: part' });
  expect(cells[1]!.missing).toContain('2 of 4 numbers under 3004.32.00 are listed (pharmaceuticals); give ten digits.');
});

test('money is added up to the cent, and a value that is unclear is counted as such', () => {
  const lines = [
    ['7326.90.8688', 'CN', AS_OF, '0.10'],
    ['7326.90.8688', 'CN', AS_OF, '0.20'],
    ['7326.90.8688', 'CN', AS_OF, '1,234'],
    ['7326.90.8688', 'CN', AS_OF, ''],
  ];
  const { summary, cells } = audited(lines, ALL);
  expect(summary.value).toMatchObject({ lines: 2, cents: 30, unclear: 1 });
  expect(summary.outcomes.applies).toEqual({ lines: 4, cents: 30 });
  expect(cells[2]!.duty_total).toBeNull();
});

test('with an earlier day, each line also has what that day said', () => {
  const { earlier, rows } = auditor.audit(rowsOf(['7326.90.8688'], ['nails']), { ...CODE_ONLY, since: '2025-03-12' });
  const status = addedColumns({ hasOrigin: false }).findIndex(({ name }) => name === 'status');
  expect(earlier![0]![status]).toBe(tariff.at('2025-03-12').lookup('7326.90.8688').status);
  expect(rows[0]![status]).toBe('hit');
  expect(earlier![1]).toBeNull();
});

test('a number on no list names the lists of its day', () => {
  const sources = ['2025-06-01', '2026-04-05', '2026-04-06'].map((day) => {
    const [line] = audited([['0101.21.0010', '', day, '']], ALL).cells;
    return [...String(line!.source).matchAll(/metals-2025|note-16c|other-programmes/g)].map(([name]) => name);
  });
  expect(sources).toEqual([
    ['metals-2025', 'other-programmes'],
    ['metals-2025', 'other-programmes'],
    ['note-16c', 'other-programmes'],
  ]);
});

test('a probable number is looked up only where a person accepted it, and one that lost digits never is', () => {
  const lines = [
    ['731B.15.2O65'],
    ['6506106030.0'],
    ['8.71E+9'],
    ['101210010'],
    ['7318.15.2065 / 7318.16.0085'],
    ['7318.15.2065'],
  ];
  const resultsOf = (accepted?: AuditOptions['accepted']) =>
    audited(lines, { ...CODE_ONLY, ...(accepted && { accepted }) }).cells.map(({ result, number, accepted: why }) => [
      result,
      number,
      why,
    ]);
  const left = [
    [OUTCOMES.damaged, null, null],
    [OUTCOMES.damaged, null, null],
    [OUTCOMES.damaged, null, null],
    [OUTCOMES.applies, '7318.15.2065', null],
  ];
  const waiting = [OUTCOMES.probable, null, null];
  const bolt = [OUTCOMES.applies, '7318.15.2065', 'because it has a letter in place of a digit'];
  expect(resultsOf()).toEqual([waiting, waiting, ...left]);
  expect(resultsOf([2])).toEqual([bolt, waiting, ...left]);
  const [first, second, ...others] = resultsOf('all');
  expect([first, others]).toEqual([bolt, left]);
  expect(second!.slice(1)).toEqual(['6506.10.6030', 'because a spreadsheet wrote it as a decimal number']);
});

test('a line stands where a lookup of its number says', () => {
  for (const [code, result] of [
    ['7326.90.8688', OUTCOMES.applies],
    ['8507.60.0010', OUTCOMES.applies_elsewhere],
    ['9403.20.0050', OUTCOMES.near],
    ['4901.99.0093', OUTCOMES.not_listed],
  ] as const)
    expect([code, audited([[code]], CODE_ONLY).cells[0]!.result]).toEqual([code, result]);
});
