/** Every reviewed case of a duty, asked through both HTTP surfaces of the running server. */
import { describe, expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { DutyAnswer as DutyAnswerSchema } from '../../src/api/v2/tariff-duties/schema.ts';
import { ignoredFields } from '../../src/domain/ignored-fields.ts';
import type { DutyAnswer, DutyItem } from '../../src/tariff/duties/answer.ts';
import own from '../golden/duties-own.json';
import published from '../golden/duties-public.json';
import { sample } from '../support/seed.ts';
import { startServer } from '../support/server.ts';

interface Declared {
  heading: string | null;
  rate_kind: string;
  rate: number | null;
}
type Case = DutyItem & { declare: Declared[] | null };

const CASES = [...published, ...own] as unknown as Case[];
const ITEMS_MAX = 50;

const server = await startServer({ trust_proxy: '127.0.0.1' });
const key = await server.key('tariff');

const itemOf = ({ code, origin, entry_date, facts }: Case): DutyItem => ({
  code,
  ...(origin && { origin }),
  ...(entry_date && { entry_date }),
  ...(facts && { facts }),
});
const briefly = (declare: readonly Declared[]) =>
  declare.map(({ heading, rate_kind, rate }) => `${heading} ${rate_kind} ${rate}`).sort();

async function fromV2(cases: readonly Case[]): Promise<DutyAnswer[]> {
  const answers: DutyAnswer[] = [];
  for (let at = 0; at < cases.length; at += ITEMS_MAX) {
    const items = cases.slice(at, at + ITEMS_MAX).map(itemOf);
    const response = await server.post('/api/v2/tariff/duties', { items }, key);
    const body = await response.json();
    if (response.status !== 200) throw new Error(JSON.stringify(body));
    answers.push(...body.results);
  }
  return answers;
}

let addresses = 0;

async function fromV0(asked: Case): Promise<DutyAnswer> {
  const { code, facts = {}, ...rest } = itemOf(asked);
  const query = new URLSearchParams({ ...rest });
  for (const [name, value] of Object.entries(facts)) query.set(name, String(value));
  const address = `/api/v0/tariff/hts/${encodeURIComponent(code)}/duties?${query}`;
  const from = `198.51.100.${addresses++ % 250}`;
  const response = await fetch(server.app.url + address, { headers: { 'x-forwarded-for': from } });
  const body = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

describe('reviewed cases', async () => {
  const answers = await fromV2(CASES);

  test('every answer has exactly the fields of the document', () => {
    for (const answer of answers) {
      expect([...Value.Errors(DutyAnswerSchema as TSchema, answer)]).toEqual([]);
      expect(ignoredFields(DutyAnswerSchema as TSchema, answer, 10)).toEqual([]);
    }
  });

  test('there are all of them', () => expect(answers.length).toBeGreaterThan(150));

  test.each(CASES.map((row, at): [string, Case, DutyAnswer] => [`${at} ${row.code} ${row.origin}`, row, answers[at]!]))(
    '%s',
    (_, { declare }, answer) => {
      // A case without an expectation is one that the sources leave open.
      if (declare === null) expect([answer.settled, answer.declare]).toEqual([false, null]);
      else expect(briefly(answer.declare ?? [])).toEqual(briefly(declare));
      expect(answer.law_read_to).toBe('2026-10-09');
      expect(Object.keys(answer.versions)).toContain('note-16c');
      for (const { source } of answer.declare ?? []) expect(source.length).toBeGreaterThan(0);
    },
  );

  test('v0 answers as v2 does', async () => {
    for (const [at, row] of sample('duties of v0', [...CASES.entries()], 6))
      expect(await fromV0(row)).toEqual(answers[at]!);
  });
});

describe('announced law', () => {
  const ask = async (item: DutyItem) => (await fromV2([{ ...item, declare: null }]))[0]!;

  test('of a later day stands in the answer, and settles nothing once its day has come', async () => {
    const seat = { code: '9401.61.4011', origin: 'VN', facts: { usmca_originating: false } };
    const before = await ask({ ...seat, entry_date: '2026-12-31' });
    expect([before.unsettled_law, before.announced.map(({ date }) => date)]).toEqual([false, ['2027-01-01']]);
    const after = await ask({ ...seat, entry_date: '2027-01-01' });
    expect([after.unsettled_law, after.settled]).toEqual([true, false]);
  });

  test('polysilicon is never declared under a heading, and is not settled from its day', async () => {
    const cell = { code: '8541.42.0010', origin: 'CN' };
    const before = await ask({ ...cell, entry_date: '2026-12-03' });
    expect([before.unsettled_law, before.announced.length]).toEqual([false, 2]);
    const after = await ask({ ...cell, entry_date: '2026-12-04' });
    expect([after.unsettled_law, after.settled]).toEqual([true, false]);
    expect(JSON.stringify(after)).not.toContain('"heading":"9903.45');
  });
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
