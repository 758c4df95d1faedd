import { expect, test } from 'bun:test';
import { PortsideError } from '../domain/errors.ts';
import { WatchFollower } from './watch-follower.ts';

test('a full disk is no fault of a watch, and anything else is told', async () => {
  const faults: unknown[] = [];
  for (const error of [new PortsideError('unavailable'), new Error('broken')]) {
    const wake = async () => {
      throw error;
    };
    const nothing = async () => false;
    const follower = new WatchFollower({ look: nothing, deliver: nothing, prune: async () => {}, wake }, (fault) =>
      faults.push(fault),
    );
    await follower.close();
  }
  expect(faults).toEqual([new Error('broken')]);
});
