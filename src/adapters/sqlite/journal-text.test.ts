import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { JournalEntry } from '../../limits/journal.ts';
import { entriesOf, journalText, ungrouped } from './journal-text.ts';

const id = fc.integer({ min: 1, max: 9 });
const product = fc.constantFrom('tariff', 'pixel', 'entry');
const requests = fc.integer({ min: 0, max: 50 });
const rounding = fc.constantFrom(1, 100);
const entry: fc.Arbitrary<JournalEntry> = fc.oneof(
  fc.tuple(id, id, product, requests),
  fc.tuple(id, id, product, requests, fc.constant(100)),
  fc.tuple(id, id, product, fc.integer({ min: -50, max: 50 }), rounding, fc.integer({ min: 0, max: 30_000 })),
);

test('every entry is read as it was written, in the same order', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
      expect(entriesOf(journalText(entries))).toEqual(entries);
    }),
  );
});

test('a row of an older version is read as its entries', () => {
  const old: JournalEntry[] = [
    [1, 1, 'tariff', 2],
    [7, 3, 'pixel', 1, 100],
    [7, 3, 'tariff', -4, 100, 20_000],
  ];
  expect(entriesOf(JSON.stringify(old))).toEqual(old);
});

test('without groups a row has the same entries, as an older version writes them, and nothing else changes', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
      const old = JSON.stringify(entries);
      expect([ungrouped(journalText(entries)), ungrouped(old)]).toEqual([old, old]);
    }),
  );
  expect(ungrouped('[[1, 1, "tariff", 1, 1]]')).toBe('[[1, 1, "tariff", 1, 1]]');
});

test('a full group takes less than half of what its entries take', () => {
  const entries = Array.from({ length: 64 }, (_, i): JournalEntry => [1000 + i, 1000 + i, 'tariff', 1, 100]);
  expect(journalText(entries).length * 2).toBeLessThan(JSON.stringify(entries).length);
});
