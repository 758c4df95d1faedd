import { expect, test } from 'bun:test';
import { type FieldsSchema, ignoredFields } from './ignored-fields.ts';

const SCHEMA: FieldsSchema = {
  properties: {
    name: {},
    codes: { items: {} },
    party: { properties: { name: {}, phone: {} } },
    exclusions: { items: { properties: { citation: {} } } },
  },
};

const CASES: [string, unknown, string[]][] = [
  ['no unknown field', { name: 'a', codes: ['b'], party: { name: 'c' }, exclusions: [{ citation: 'd' }] }, []],
  [
    'in the body, in a field, in an item',
    { nmae: 1, party: { tel: 2 }, exclusions: [{}, { why: 3 }] },
    ['/nmae', '/party/tel', '/exclusions/1/why'],
  ],
  ['only the outermost', { extra: { name: { more: 1 } } }, ['/extra']],
  ['case matters', { Name: 1 }, ['/Name']],
  ['characters that a pointer escapes', { 'a/b~c': 1, '': 2 }, ['/a~1b~0c', '/']],
  [
    'names of Object.prototype',
    JSON.parse('{"__proto__":{"name":1},"constructor":1,"toString":1}'),
    ['/__proto__', '/constructor', '/toString'],
  ],
  ['values of a wrong type', { party: ['x'], exclusions: { a: 1 }, codes: [{ a: 1 }], name: { a: 1 } }, []],
  ['no object at all', [{ nmae: 1 }], []],
];
test.each(CASES)('%s', (_name, body, found) => {
  expect(ignoredFields(SCHEMA, body, 10)).toEqual(found);
});

test('a body with a hundred thousand unknown fields is read only as far as the list is full', () => {
  const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`x${i}`, 1]));
  expect(ignoredFields(SCHEMA, body, 3)).toEqual(['/x0', '/x1', '/x2']);
});
