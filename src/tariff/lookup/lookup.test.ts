import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { runs, sample } from '../../../test/support/seed.ts';
import { inForce, reference, referencePairs, referenceRows } from '../../../test/support/tariff-reference.ts';
import { embeddedTariff } from '../embedded.ts';
import { readDigits } from '../hts-code.ts';
import { Tariff } from '../tariff.ts';

const DATES = [
  '2025-03-12',
  '2025-06-03',
  '2025-06-04',
  '2025-08-18',
  '2026-04-05',
  '2026-04-06',
  '2026-06-07',
  '2026-06-08',
  '2026-11-20',
  '2026-12-04',
  '2027-06-01',
];

const tariff = new Tariff(embeddedTariff(), { now: () => Date.parse('2026-11-20T17:00:00Z') });
const rows = referenceRows();
const { numbers } = embeddedTariff();
const world = { numbers: Array.from({ length: numbers.size }, (_, at) => numbers.at(at)), pairs: referencePairs() };
/** The parts of a short code, by its heading, because the reference looks at all numbers that it is given. */
const numbersOf = Map.groupBy(world.numbers, (number) => number.slice(0, 4));
const worlds = new Map<string, typeof world>();

function worldOf(heading: string): typeof world {
  let known = worlds.get(heading);
  if (!known) {
    const pairs = world.pairs.filter((pair) => pair.old.startsWith(heading));
    known = { numbers: numbersOf.get(heading) ?? [], pairs };
    worlds.set(heading, known);
  }
  return known;
}
const listed = sample('listed numbers', [...new Set(rows.map((row) => row.digits))], 10);

/** All accepted spellings of a number: with or without a dot after the 4th, 6th and 8th digit. */
function spellings(digits: string): string[] {
  let spelled = [digits.slice(0, 4)];
  for (let at = 4; at < digits.length; at += 2) {
    const pair = digits.slice(at, at + 2);
    spelled = spelled.flatMap((start) => [`${start}${pair}`, `${start}.${pair}`]);
  }
  return spelled;
}

function damaged(code: string, at: number): string[] {
  return [
    code.slice(1),
    code.slice(0, -1),
    `${code}0`,
    `${code}.`,
    `.${code}`,
    code.replace('.', '..'),
    code.replace('.', ','),
    code.replace('.', ' '),
    `${code} `,
    ` \t${code}\r\n`,
    `\u00a0${code}`,
    `${code.slice(0, at)}\u0661${code.slice(at + 1)}`,
    `${code.slice(0, at)}x${code.slice(at + 1)}`,
    `${code.slice(0, at)}.${code.slice(at)}`,
    `-${code}`,
    code + code,
  ];
}

const dotted = (digits: string) => [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join('.');

/** Every listed number with its prefixes, extensions and siblings; every fourth also in all spellings and damaged. */
function edgeCodes(): string[] {
  const numbers = new Set<string>();
  listed.forEach((digits, at) => {
    for (let length = 2; length <= digits.length; length++) numbers.add(digits.slice(0, length));
    for (const more of ['00', '10', '90', '0000', '9999', '000000']) numbers.add(digits + more);
    const last = digits.slice(0, -1);
    for (let digit = 0; digit < 10; digit++) numbers.add(last + digit);
    numbers.add(`${digits.slice(0, 4)}${String((at * 7919) % 1_000_000).padStart(6, '0')}`);
  });
  for (const chapter of ['00', '77', '98', '99'])
    for (const rest of ['03', '0382', '03820200']) numbers.add(chapter + rest);
  const codes: string[] = ['', '.', ' ', '0', '....', '\n', '\ud800', '"', '7.317E+09', '\u0000'];
  [...numbers].forEach((digits, at) => {
    codes.push(digits, dotted(digits));
    if (at % 4 === 0) codes.push(...spellings(digits), ...damaged(dotted(digits), at % 12));
  });
  return codes;
}

describe('the trie gives the answers of the linear reference', () => {
  const codes = edgeCodes();
  const byHeading = new Map<string, ReturnType<typeof inForce>>();

  test('for edge cases of every listed number: each code on one date, every tenth code on all dates', () => {
    let compared = 0;
    DATES.forEach((date, turn) => {
      const day = tariff.at(date);
      const rowsInForce = inForce(rows, date);
      byHeading.clear();
      for (const row of rowsInForce) {
        const heading = row.digits.slice(0, 4);
        byHeading.set(heading, [...(byHeading.get(heading) ?? []), row]);
      }
      codes.forEach((code, at) => {
        if (at % 10 !== 0 && at % DATES.length !== turn) return;
        // Only listings of the same heading can affect a code, so the scan is limited to them.
        const heading = code.replace(/[^0-9]/g, '').slice(0, 4);
        const expected = reference(byHeading.get(heading) ?? [], code, date, worldOf(heading));
        compared++;
        if (!Bun.deepEquals(day.lookup(code), expected))
          expect({ date, answer: day.lookup(code) }).toEqual({ date, answer: expected as never });
      });
    });
    expect(compared).toBeGreaterThan(runs(10_000, 100_000));
  });

  test('for random codes, scanning every row', () => {
    const digit = fc.constantFrom(...'0123456789');
    const random = fc.array(
      fc.oneof({ weight: 9, arbitrary: digit }, { weight: 1, arbitrary: fc.constantFrom('.', ' ', 'x') }),
      {
        maxLength: 15,
      },
    );
    const near = fc
      .tuple(fc.constantFrom(...listed), fc.array(digit, { maxLength: 6 }))
      .map(([start, more]) => start + more.join(''));
    const code = fc.oneof(
      random.map((chars) => chars.join('')),
      near,
      near.map(dotted),
      fc.string(),
    );
    fc.assert(
      fc.property(code, fc.constantFrom(...DATES), (text, date) => {
        expect(tariff.at(date).lookup(text)).toEqual(reference(inForce(rows, date), text, date, world) as never);
      }),
      { numRuns: runs(200, 2_000) },
    );
  });

  test('lookupJson is byte for byte the JSON of the results', () => {
    const some = fc.array(fc.oneof(fc.constantFrom(...codes), fc.string({ unit: anyCharacter })), { maxLength: 50 });
    fc.assert(
      fc.property(some, fc.constantFrom(...DATES), (sent, date) => {
        const day = tariff.at(date);
        expect(day.lookupJson(sent)).toBe(JSON.stringify({ results: sent.map((code) => day.lookup(code)) }));
      }),
      { numRuns: runs(50, 500) },
    );
  });

  test('flags and status are consistent', () => {
    for (const date of DATES) {
      const day = tariff.at(date);
      for (let at = 0; at < codes.length; at += 7) {
        const { hit, in_scope, status, adjacent_hits } = day.lookup(codes[at]!);
        const consistent =
          hit === (status === 'hit') &&
          (!hit || in_scope) &&
          (status === 'adjacent') === (!hit && adjacent_hits.length > 0) &&
          (status !== 'in_scope_no_bis14' || in_scope) &&
          ((status !== 'clear' && status !== 'invalid') || !in_scope);
        if (!consistent) expect({ code: codes[at], date, hit, in_scope, status, adjacent_hits }).toBeUndefined();
      }
    }
    expect(codes.length).toBeGreaterThan(runs(5_000, 50_000));
  });

  test('hts-code.ts and the trie accept the same spellings', () => {
    const day = tariff.at('2026-11-20');
    for (const code of codes) {
      const digits = readDigits(code);
      const usable = digits !== null && !/^(00|77|98|99)/.test(digits);
      if (usable === (day.lookup(code).status === 'invalid')) expect(code).toBe('accepted by both or by neither');
    }
    expect(readDigits('7326.90.86.88')).toBe('7326908688');
  });
});
