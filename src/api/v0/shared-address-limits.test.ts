/** The limits of v0 over several processes: exact while the counting process answers, and never more than the limit if it does not. */
import { expect, test } from 'bun:test';
import { testClock } from '../../../test/support/temp.ts';
import { LocalAddressLimits, PER_MINUTE } from './address-limits.ts';
import { type LimitQuestion, SharedAddressLimits } from './shared-address-limits.ts';

const WORKERS = 4;
const clock = testClock();

/** Workers that ask one process, which counts. */
function workers(count = new LocalAddressLimits(clock)) {
  const messages: LimitQuestion[][] = [];
  const ask = async (questions: LimitQuestion[]) => {
    messages.push(questions);
    return questions.map(([limit, address]) => count.admit(limit, address));
  };
  const make = () => new SharedAddressLimits({ ask, part: new LocalAddressLimits(clock, WORKERS) });
  return { messages, list: Array.from({ length: WORKERS }, make) };
}

async function admitted(list: SharedAddressLimits[], times: number, address = 'a'): Promise<number> {
  const asked = Array.from({ length: times }, (_, i) => list[i % list.length]!.admit('read', address));
  return (await Promise.all(asked)).filter((decision) => decision.admitted).length;
}

test('all processes together admit the limit, whichever is asked', async () => {
  const { list } = workers();
  expect(await admitted(list, 100)).toBe(100);
  expect(await admitted(list.slice(0, 1), 100)).toBe(20);
  expect(await admitted(list, 10)).toBe(0);
  expect(await admitted(list, 10, 'b')).toBe(10);
});

test('a process that is restarted knows what was admitted before', async () => {
  const count = new LocalAddressLimits(clock);
  expect(await admitted(workers(count).list, 120)).toBe(120);
  expect(await admitted(workers(count).list, 10)).toBe(0);
});

test('the questions of one turn are one message', async () => {
  const { list, messages } = workers();
  await admitted(list.slice(0, 1), 50);
  expect(messages.map((questions) => questions.length)).toEqual([50]);
});

test.each([
  ['does not answer', () => new Promise<never>(() => {})],
  ['cannot be reached', () => Promise.reject(new Error('closed'))],
])('if the counting process %s, all together admit no more than the limit', async (_, ask) => {
  const list = Array.from(
    { length: WORKERS },
    () => new SharedAddressLimits({ ask, part: new LocalAddressLimits(clock, WORKERS), silenceMs: 1 }),
  );
  expect(await admitted(list, 400)).toBe(PER_MINUTE.read);
  const scans = await Promise.all(list.flatMap((limits) => [1, 2, 3].map(() => limits.admit('scan', 'a'))));
  expect(scans.filter((decision) => decision.admitted).length).toBe(4);
});

test('what was admitted before the counting process fell silent uses up the part', async () => {
  let silent = false;
  const count = new LocalAddressLimits(clock);
  const ask = async (questions: LimitQuestion[]) =>
    silent ? new Promise<never>(() => {}) : questions.map(([limit, address]) => count.admit(limit, address));
  const limits = new SharedAddressLimits({ ask, part: new LocalAddressLimits(clock, WORKERS), silenceMs: 1 });
  expect(await admitted([limits], 40)).toBe(40);
  silent = true;
  expect(await admitted([limits], 40)).toBe(0);
});

test('a late answer shows that the counting process answers again', async () => {
  const answers: (() => void)[] = [];
  const count = new LocalAddressLimits(clock);
  const ask = async (questions: LimitQuestion[]) => {
    if (answers.length === 0) await new Promise<void>((answer) => answers.push(answer));
    return questions.map(([limit, address]) => count.admit(limit, address));
  };
  const limits = new SharedAddressLimits({ ask, part: new LocalAddressLimits(clock, WORKERS), silenceMs: 1 });
  expect((await limits.admit('read', 'a')).remaining).toBe(29);
  expect((await limits.admit('read', 'a')).remaining).toBe(28);
  answers[0]!();
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect((await limits.admit('read', 'a')).remaining).toBe(118);
});
