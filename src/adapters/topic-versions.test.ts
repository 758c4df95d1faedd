import { expect, test } from 'bun:test';
import type { ChangeListener, Topic } from '../domain/change-feed.ts';
import { topicVersions } from './topic-versions.ts';

test('a change before its listener was added waits for it, one before the watch began does not, and a fault repeats', async () => {
  const listeners = new Map<Topic, ChangeListener>();
  const faults: unknown[] = [];
  const notify = topicVersions([{ topic: 'keys', version: 1 }], listeners, (fault) => faults.push(fault));
  const changed = [
    { topic: 'keys', version: 1 },
    { topic: 'tariff', version: 1 },
  ];
  await notify(changed);
  const heard: string[] = [];
  listeners.set('keys', () => void heard.push('keys'));
  listeners.set('tariff', () => {
    heard.push('tariff');
    if (heard.length === 1) throw new Error('locked');
  });
  for (let polls = 0; polls < 3; polls++) await notify(changed);
  expect(heard).toEqual(['tariff', 'tariff']);
  expect(faults).toEqual([new Error('locked')]);
});
