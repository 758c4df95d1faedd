import { expect, test } from 'bun:test';
import { tempDir, tempStorage } from '../../../test/support/temp.ts';
import { ROLLED_UP_ON } from './journal.ts';

test('the day of a lineage is read by its keys, not by all usage of the day', () => {
  const { counters } = tempStorage(tempDir());
  const plan = counters.prepare<{ detail: string }, [number, number]>(`EXPLAIN QUERY PLAN ${ROLLED_UP_ON}`).all(1, 1);
  const [keys, usage, ...more] = plan.map(({ detail }) => detail);
  expect(keys).toMatch(/^SEARCH keys .*lineage_id=\?/);
  expect(usage).toMatch(/^SEARCH usage .*key_id=\?/);
  expect(more).toEqual([]);
});
