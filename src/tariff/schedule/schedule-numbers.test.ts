import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { embeddedSchedule } from './embedded-schedule.ts';
import { ScheduleNumbers } from './schedule-numbers.ts';

const all = (numbers: ScheduleNumbers) => Array.from({ length: numbers.size }, (_, at) => numbers.at(at));
const under = (numbers: ScheduleNumbers, prefix: string) => {
  const { from, to } = numbers.numbersUnder(prefix);
  return all(numbers).slice(from, to);
};

describe('the numbers of a schedule', () => {
  const numbers = ScheduleNumbers.of([
    '0101',
    '0101210010',
    '01012100',
    '0101210020',
    '91011140',
    '9903820200',
    '0102',
  ]);

  test('are those goods are entered under: ten digits, or eight where a line has no others; not chapters 98 and 99', () => {
    expect(all(numbers)).toEqual(['0101210010', '0101210020', '91011140']);
  });

  test.each([
    ['0101210010', true, true],
    ['01012100', false, true],
    ['0101', false, true],
    ['01', false, true],
    ['0102', false, false],
    ['91011140', true, true],
    ['9101114000', false, false],
    ['910111', false, true],
    ['9903820200', false, false],
    ['0101210011', false, false],
  ])('%s: has %p, exists %p', (digits, has, exists) => {
    expect({ has: numbers.has(digits), exists: numbers.exists(digits) }).toEqual({ has, exists });
  });

  test('packing and unpacking changes nothing', () => {
    const digits = fc.stringMatching(/^(0[1-9]|[1-8]\d|9[0-7])\d{6}(\d\d)?$/);
    fc.assert(
      fc.property(fc.array(digits, { maxLength: 40 }), fc.stringMatching(/^\d{1,10}$/), (given, prefix) => {
        const made = ScheduleNumbers.of(given);
        const lines = new Set(given.filter((number) => number.length === 10).map((number) => number.slice(0, 8)));
        const leaves = [...new Set(given.filter((number) => number.length === 10 || !lines.has(number)))].sort();
        expect(all(ScheduleNumbers.unpack(made.pack()))).toEqual(leaves);
        expect(under(made, prefix)).toEqual(leaves.filter((number) => number.startsWith(prefix)));
      }),
    );
  });
});

test('the embedded schedule has the numbers of 2026 Rev 10, changed by the transfers of 2026-07-01', () => {
  const { numbers } = embeddedSchedule();
  const tenDigits = all(numbers).filter((number) => number.length === 10);
  expect({ ten: tenDigits.length, eight: numbers.size - tenDigits.length }).toEqual({ ten: 19_831, eight: 95 });
  for (const digits of ['8413919020', '8413919044', '7202300090', '3004909231', '8507208092', '2934994790']) {
    expect([digits, numbers.has(digits)]).toEqual([digits, true]);
  }
  for (const digits of ['8413919055', '7202300000', '2934994700', '8507208091', '2106909998']) {
    expect([digits, numbers.has(digits)]).toEqual([digits, false]);
  }
});
