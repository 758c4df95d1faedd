/** What `doctor` says of watches. */
import { expect, test } from 'bun:test';
import { systemClock } from '../../adapters/system/clock.ts';
import type { WatchStore } from '../../domain/watch-store.ts';
import { checkWatches } from './watches.ts';

test('looks that are due, deliveries that wait and those that were given up are told apart', async () => {
  const watches = { waiting: async () => ({ looksDue: 1, deliveriesPending: 22, deliveriesDead: 333 }) };
  const outcome = await checkWatches({ watches: watches as unknown as WatchStore }, systemClock);
  expect(outcome).toEqual({ status: 'ok', text: 'looks due: 1, deliveries waiting: 22, given up: 333' });
});

test('without a database nothing is said of them', async () => {
  expect(await checkWatches(undefined, systemClock)).toMatchObject({ status: 'skipped' });
});
