/** Who is next among strangers, with a lockout that grants attempts when the test says so. */
import { expect, test } from 'bun:test';
import { StrangerQueue } from './stranger-queue.ts';

function openQueue() {
  let nowMs = 0;
  let stock = 0;
  const asked: string[] = [];
  const attempt = { addresses: [], forgive: () => [] };
  const lockout = {
    waitMs: async () => 0,
    async admitStranger(network: string) {
      asked.push(network);
      if (stock === 0) return { admitted: false, waitMs: 5000, own: false } as const;
      stock--;
      return { admitted: true, attempt, failuresThisHour: 1 } as const;
    },
  };
  const sleeping: (() => void)[] = [];
  const clock = {
    monotonic: () => nowMs,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleeping.push(() => {
          nowMs += ms;
          wake();
        });
      }),
  };
  const queue = new StrangerQueue(lockout as never, clock);
  const served: string[] = [];
  const come = async (network: string) => {
    const answer = await queue.run(network, async () => served.push(network));
    return 'result' in answer ? 'served' : 'refused';
  };
  return {
    queue,
    served,
    asked,
    come,
    /** Grants attempts, and lets the time pass that the queue waits for. */
    async grant(attempts: number) {
      stock += attempts;
      await settle();
      sleeping.shift()?.();
      await settle();
    },
  };
}

/** Lets everything run that waits for no time. */
async function settle(): Promise<void> {
  for (let i = 0; i < 200; i++) await Promise.resolve();
}

test('the network that has tried least is next, and of equals the one that came last', async () => {
  const { come, grant, served } = openQueue();
  for (const network of ['often', 'often', 'often', 'once', 'later']) void come(network);
  await settle();
  await grant(3);
  expect(served).toEqual(['later', 'once', 'often']);
});

test('of a flood of 1,000 networks at most twenty wait, and a network that never tried is served next', async () => {
  const { come, grant, served } = openQueue();
  const answers: Promise<string>[] = [];
  for (let i = 0; i < 5000; i++) {
    answers.push(come(`flood ${i % 1000}`));
    if (i % 100 === 0) await settle();
  }
  await settle();
  void come('operator');
  for (let i = 0; i < 200; i++) void come(`flood ${i}`);
  await settle();
  await grant(1);
  expect(served).toEqual(['operator']);
  let refused = 0;
  for (const answer of answers) void answer.then((text) => (refused += Number(text === 'refused')));
  await settle();
  expect(refused).toBeGreaterThanOrEqual(4980);
});

test('a network that signs in starts anew', async () => {
  const { queue, come, grant, served } = openQueue();
  for (let i = 0; i < 9; i++) void come('office');
  await settle();
  await grant(9);
  expect(served).toHaveLength(9);
  queue.forget('office');
  void come('twice');
  void come('twice');
  void come('office');
  await settle();
  await grant(1);
  expect(served.at(-1)).toBe('office');
});

test('who waits for twenty seconds is refused, and a check that throws fails only its own attempt', async () => {
  const { queue, come, grant, served } = openQueue();
  const late = come('late');
  for (let i = 0; i < 5; i++) await grant(0);
  expect(await late).toBe('refused');
  const failed = queue.run('faulty', () => Promise.reject(new Error('no hash')));
  const next = come('next');
  await grant(2);
  await expect(failed).rejects.toThrow('no hash');
  expect([await next, served]).toEqual(['served', ['next']]);
});
