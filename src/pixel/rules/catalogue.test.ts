import { expect, test } from 'bun:test';
import expected from '../../../test/fixtures/pixel-rules.json' with { type: 'json' };
import { root } from '../../../test/support/paths.ts';
import { catalogueMarkdown } from './catalogue.ts';
import { catalogue } from './index.ts';

test('docs/pixel-rules.md is up to date; `bun src/pixel/rules/write-catalogue.ts` writes it', async () => {
  expect(await Bun.file(`${root}/docs/pixel-rules.md`).text()).toBe(catalogueMarkdown());
});

test('the catalogue is plain data, and only notes have no weight', () => {
  const entries = catalogue();
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
  expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
  // A note with a weight is a rule that finds graver cases too.
  for (const entry of entries) if (entry.severity !== 'info') expect(entry.weight, entry.id).toBeGreaterThan(0);
});

test('ids, severities, categories and weights are unchanged, so that scores stay comparable', () => {
  expect(catalogue().map(({ id, severity, category, weight }) => ({ id, severity, category, weight }))).toEqual(
    expected as ReturnType<typeof catalogue>,
  );
});
