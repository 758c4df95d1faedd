import { expect, test } from 'bun:test';
import { tempStorage, testClock } from '../../test/support/temp.ts';
import type { InstanceStore } from '../domain/instance.ts';
import { InstanceReporter } from './instance-reporter.ts';

const describe = () => ({ role: 'worker 1', address: 'http://127.0.0.1:1', host: 'h', pid: 1, version: 'v' });
const load = () => ({ residentBytes: 0, pending: 0, lagMs: 0, pools: {} });

async function closedAfter(failures: number) {
  const { instances } = tempStorage();
  let tries = 0;
  const busy: InstanceStore = Object.assign(Object.create(instances), {
    async remove(id: string) {
      if (++tries <= failures) throw new Error('database is locked');
      await instances.remove(id);
    },
  });
  const reporter = new InstanceReporter({ instances: busy, clock: testClock(), describe, load });
  await reporter.report();
  expect(await instances.list()).toHaveLength(1);
  await reporter.close();
  return { tries, left: (await instances.list()).length };
}

test('a process that ends while others write is removed from the list', async () => {
  expect(await closedAfter(3)).toEqual({ tries: 4, left: 0 });
});

test('a database that stays locked does not keep a process from ending', async () => {
  expect(await closedAfter(Number.POSITIVE_INFINITY)).toEqual({ tries: 20, left: 1 });
});
