/** A word from outside that is also a name of every object's prototype, such as `toString`, finds nothing in any table of ours. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from '../support/paths.ts';
import { recordTypes, wordTables } from '../support/word-tables.ts';

/** Objects whose keys are ours alone, by file and text, with the reason. */
const OWN_KEYS: Record<`${string}: ${string}`, string> = {
  'src/entry/batch/prepare-line.ts: numbers[list[1] as keyof Numbers]': 'an expression matches the two names',
  'src/entry/issue/field-reader.ts: cleaned': 'names of our schema',
  "src/entry/registry/identifiers.ts: product[type as 'gtin']": 'names of our list',
  'src/http/openapi/operation-text.ts: responses': 'statuses',
  'src/isolation/child/tasks.ts: TASKS': 'names of our pools',
  'src/keys/key-edit.ts: row[field as keyof ApiKey]': 'names of our fields',
  'src/pixel/containers/firing-facts.ts: pages[page as JourneyPage]': 'names of our pages',
  'src/tariff/audit/audit-rows.ts: added[name as keyof LineCells]': 'names of our columns',
  'src/tariff/audit/audit-rows.ts: cells[name as keyof LineCells]': 'names of our columns',
  'src/tariff/search/browse-schedule.ts: LEVELS[digits.length as keyof typeof LEVELS]': 'a number',
  'src/web/reference/samples.ts: (FIRST_REQUESTS as Partial<typeof FIRST_REQUESTS>)[tag as Product]': 'our products',
  'src/web/workbench/certificates/parties-view.tsx: ROLE_TEXTS[role as keyof typeof ROLE_TEXTS]': 'roles of our API',
};

test('a table that any text may index is a map, in the whole source', async () => {
  const texts = new Map<string, string>();
  for (const pattern of ['src/**/*.{ts,tsx}', 'deploy/**/*.ts', 'clients/typescript/src/**/*.ts'])
    for await (const file of new Bun.Glob(pattern).scan(root))
      if (!/\.test\.tsx?$|\/(?:testing|generated)\//.test(file))
        texts.set(file, await Bun.file(join(root, file)).text());
  const records = recordTypes(texts.values());
  const found = new Set<string>();
  for (const [file, text] of texts)
    for (const table of wordTables(file, text, records)) found.add(`${file}: ${table.text}`);
  expect([...found].sort()).toEqual(Object.keys(OWN_KEYS).sort());
  expect(texts.size).toBeGreaterThan(800);
});

test.each([
  ['const A: Record<string, number> = { a: 1 };\nconst b = A[word];', ['record A']],
  ['const A: Readonly<Record<string, number>> = { a: 1 };\nconst b = A[word] ?? 0;', ['record A']],
  ['const A: { [key: string]: number } = { a: 1 };\nconst b = A[word];', ['record A']],
  ['export const A: Record<string, number> = { a: 1 };', ['record A']],
  ['const A = { a: 1 } as Record<string, number>;\nconst b = A[word];', ['record A']],
  ['type Words = Record<string, number>;\nconst A: Words = { a: 1 };\nconst b = A[word];', ['record A']],
  ['interface Words { [key: string]: number }\nconst A: Words = {};\nA[word] = 1;', ['record A']],
  ['function f() { const counts: Record<string, number> = {};\ncounts[word] = 1; }', ['record counts']],
  ["const b = { a: 'x' }[word];", ["inline { a: 'x' }[word]"]],
  ['const A = { a: 1 };\nconst b = A[word as keyof typeof A];', ['cast A[word as keyof typeof A]']],
  ['const A = { a: 1 };\nconst b = word in A;', ['in word in A']],
  // These are safe.
  ['const A = new Map<string, number>();\nconst b = A.get(word);', []],
  ['const A = new Map(Object.entries({ a: 1 }));\nconst b = A.get(word);', []],
  ['const A: Record<string, number> = Object.create(null);\nA[word] = 1;', []],
  ["const A: Record<'a' | 'b', number> = { a: 1, b: 2 };\nconst b = A[word];", []],
  ["const A: Record<string, number> = { a: 1 };\nconst b = A['a'];", []],
  ['const A = { a: 1 };\nconst f = () => Object.hasOwn(A, word) ? A[word as keyof typeof A] : 0;', []],
  ["const b = 'a' in value;", []],
])('%p has %p', (text, expected) => {
  const found = wordTables('sample.ts', text, recordTypes([text])).map((table) => `${table.form} ${table.text}`);
  expect(found).toEqual(expected);
});
