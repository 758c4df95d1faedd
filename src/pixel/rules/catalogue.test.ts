import { expect, test } from 'bun:test';
import { root, shared } from '../../../test/support/paths.ts';
import { catalogueMarkdown } from './catalogue.ts';
import { catalogue } from './index.ts';

test('docs/pixel-rules.md is what the rules say; `bun src/pixel/rules/write-catalogue.ts` renews it', async () => {
  expect(await Bun.file(`${root}/docs/pixel-rules.md`).text()).toBe(catalogueMarkdown());
});

test('the catalogue is plain data: 15 errors, 30 warnings, 15 notes, and only notes are free', () => {
  const entries = catalogue();
  const count = (severity: string) => entries.filter((entry) => entry.severity === severity).length;
  expect([count('error'), count('warn'), count('info')]).toEqual([15, 30, 15]);
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(60);
  expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
  for (const entry of entries) expect(entry.weight > 0, entry.id).toBe(entry.severity !== 'info');
});

test('ids, severities, categories and weights are those of the shared catalogue', async () => {
  const given = Bun.file(`${shared}/pixel/rules.json`);
  if (!(await given.exists())) {
    process.stdout.write('shared catalogue is not here, skipped\n');
    return;
  }
  const key = (rule: { id: string; severity: string; category: string; weight: number }) =>
    `${rule.id} ${rule.severity} ${rule.category} ${rule.weight}`;
  const wanted: { rule_id: string; severity: string; category: string; weight: number }[] = await given.json();
  expect(catalogue().map(key).sort()).toEqual(wanted.map((rule) => key({ ...rule, id: rule.rule_id })).sort());
});
