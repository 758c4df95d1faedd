import { describe, expect, test } from 'bun:test';
import { FairQueue, type FairQueueLimits, type Waiting } from './fair-queue.ts';

interface Work extends Waiting {
  name: string;
}

const work = (name: string, owners: string[], size = 1): Work => ({ name, owners, size });

function open(limits: Partial<FairQueueLimits> = {}) {
  return new FairQueue<Work>({
    waiting: 100,
    waitingPerOwner: 100,
    waitingSize: 1e9,
    runningPerOwner: 1000,
    sizePerPass: 500,
    ...limits,
  });
}

/** The order in which work is served by one worker. */
function served(queue: FairQueue<Work>): string[] {
  const names: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) {
    names.push(next.name);
    queue.ended(next);
  }
  return names;
}

describe('a fair queue', () => {
  test('serves owners in turns, and each in the order of arrival', () => {
    const queue = open();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(work(name, [name[0]!]));
    expect(served(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('an owner is whoever is behind several names: a key, and the host that many keys scan', () => {
    const queue = open({ runningPerOwner: 1 });
    for (const key of ['k1', 'k2', 'k3']) queue.add(work(key, [key, 'one host']));
    queue.add(work('other', ['k4', 'other host']));
    expect([queue.next()?.name, queue.next()?.name, queue.next()]).toEqual(['k1', 'other', undefined]);
  });

  test('no owner runs more than its share', () => {
    const queue = open({ runningPerOwner: 2 });
    const all = ['a1', 'a2', 'a3'].map((name) => work(name, ['a']));
    for (const each of all) queue.add(each);
    expect([queue.next()?.name, queue.next()?.name, queue.next()]).toEqual(['a1', 'a2', undefined]);
    queue.ended(all[0]!);
    expect(queue.next()?.name).toBe('a3');
  });

  test('small work of an owner goes before large work, but large work does not wait for ever', () => {
    const queue = open({ sizePerPass: 500 });
    queue.add(work('large', ['a'], 30_000));
    queue.add(work('small', ['a'], 100));
    expect(queue.next()?.name).toBe('small');
    let passed = 0;
    for (; passed < 1000; passed++) {
      queue.add(work('small', ['a'], 100));
      if (queue.next()?.name === 'large') break;
    }
    expect(passed).toBeLessThan(100);
  });

  test('is limited in all, for each owner, and in size; but takes one piece of any size', () => {
    const full = open({ waiting: 2 });
    expect(['a', 'b', 'c'].map((name) => full.add(work(name, [name])))).toEqual([true, true, false]);
    const owner = open({ waitingPerOwner: 1 });
    expect([owner.add(work('a1', ['a', 'x'])), owner.add(work('b1', ['b', 'x'])), owner.add(work('c', ['c']))]).toEqual(
      [true, false, true],
    );
    const size = open({ waitingSize: 10 });
    expect([size.add(work('a', ['a'], 11)), size.add(work('b', ['b'], 1))]).toEqual([true, false]);
  });

  test('work that is removed is not served', () => {
    const queue = open();
    const gone = work('gone', ['a']);
    queue.add(gone);
    queue.add(work('stays', ['a']));
    queue.remove(gone);
    expect(served(queue)).toEqual(['stays']);
    expect(queue.length).toBe(0);
  });
});
