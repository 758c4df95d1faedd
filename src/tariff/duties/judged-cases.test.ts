/** Cases whose answers were judged by others: the headings, the duty, or that the answer must stay open. */
import { describe, expect, test } from 'bun:test';
import judged from '../../../test/golden/duties-judged.json';
import { embeddedTariff } from '../embedded.ts';
import { type DutyAnswer, type DutyItem, isRefusal } from './answer.ts';
import { dutiesOf } from './answer-duties.ts';

const ask = dutiesOf({ data: embeddedTariff(), today: '2026-11-28' });
/** 8544.42.90 was on the lists of copper and of aluminum, and this case does not say which of them the cable has. */
const METAL_NOT_STATED = 'T064';

interface Case {
  id: string;
  code: string;
  origin: string;
  entry_date: string;
  facts: DutyItem['facts'];
  open?: boolean;
  headings?: string[];
  duty?: number;
}
const cases = judged as unknown as Case[];

function answer({ code, origin, entry_date }: Case, facts: DutyItem['facts']): DutyAnswer {
  const result = ask({ code, origin, entry_date, facts: facts! });
  if (isRefusal(result)) throw new Error(JSON.stringify(result.refused));
  return result;
}
const headings = ({ declare }: DutyAnswer) => declare!.map(({ heading }) => heading as string).sort();

const settledCases = cases.filter(({ id, open }) => !open && id !== METAL_NOT_STATED);
test.each(settledCases.map((row) => [`${row.id} ${row.code} ${row.origin} ${row.entry_date}`, row] as const))(
  '%s',
  (_, row) => {
    const given = answer(row, row.facts);
    expect(given.settled).toBe(true);
    expect(headings(given)).toEqual(row.headings!.toSorted());
    if (row.duty !== undefined) expect(given.duty?.amount).toBe(row.duty);
  },
);

const openCases = cases.filter(({ open }) => open);
test.each(openCases.map((row) => [`${row.id} ${row.code} ${row.origin} stays open`, row] as const))('%s', (_, row) => {
  const { settled, declare, duty } = answer(row, row.facts);
  expect([settled, declare, duty]).toEqual([false, null, null]);
});

describe('a cable that was on the lists of two metals', () => {
  const row = cases.find(({ id }) => id === METAL_NOT_STATED)!;

  test('is not settled before somebody says whether it has aluminum', () => {
    expect(answer(row, row.facts).missing_facts.map(({ fact }) => fact)).toEqual(['contains_aluminum']);
  });

  test('has both copper headings if it has none, and pays on 40 percent of its value', () => {
    const copper = answer(row, { ...row.facts, contains_aluminum: false, copper_content_value: 4_000 });
    expect(headings(copper)).toEqual(row.headings!);
    expect(copper.duty?.amount).toBe(row.duty!);
  });
});

test('there are 98 cases, and five of them must stay open', () => {
  expect([settledCases.length + 1 + openCases.length, openCases.length]).toEqual([98, 5]);
});
