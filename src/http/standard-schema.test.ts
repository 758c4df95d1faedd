/** Validation of requests against schemas. */
import { describe, expect, test } from 'bun:test';
import Type from 'typebox';
import { type FaultDetail, PortsideError } from '../domain/errors.ts';
import { strictSchema, validatedSchema } from './standard-schema.ts';

const { validate } = validatedSchema(
  Type.Object({
    url: Type.String({ format: 'uri', maxLength: 2048 }),
    codes: Type.Optional(Type.Array(Type.String({ maxLength: 10 }), { maxItems: 50 })),
  }),
)['~standard'];

function faultsOf(value: unknown): readonly FaultDetail[] {
  try {
    validate(value);
  } catch (error) {
    if (error instanceof PortsideError) return error.details ?? [];
    throw error;
  }
  return [];
}

const url = 'https://shop.example/';

test('a value within its bounds is accepted as it is, with its unknown fields', () => {
  const value = { url, codes: ['7601'], other: 1 };
  expect(validate(value).value).toBe(value);
});

test.each([
  ['a text', { url: `${url}${'a'.repeat(250_000)}` }, '/url', '2048 characters'],
  ['a text just beyond its bound', { url: url.padEnd(2049, 'a') }, '/url', '2048 characters'],
  ['a text of astral letters', { url, codes: ['𝒳'.repeat(11)] }, '/codes/0', '10 characters'],
  ['a list', { url, codes: Array(65_000).fill('') }, '/codes', '50 items'],
  ['a list just beyond its bound', { url, codes: Array(51).fill('') }, '/codes', '50 items'],
])('%s that is too long has that one fault', (_name, value, path, bound) => {
  expect(faultsOf(value)).toEqual([{ path, message: `must not have more than ${bound}` }]);
});

test('other faults are listed with their paths', () => {
  expect(faultsOf({ url: 'no address', codes: ['7601', 1] })).toEqual([
    { path: '/url', message: 'must match format "uri"' },
    { path: '/codes/1', message: 'must be string' },
  ]);
  expect(faultsOf({})).toEqual([{ path: '/url', message: 'is required' }]);
  for (const value of [null, 1, 'x', [], [[]]])
    expect(faultsOf(value)).toEqual([{ path: '', message: 'must be object' }]);
});

describe('a strict schema', () => {
  const Item = Type.Object({
    code: Type.String({ maxLength: 10 }),
    facts: Type.Optional(Type.Object({ value: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e12 })) })),
  });
  const schema = strictSchema(Type.Object({ items: Type.Array(Item, { minItems: 1, maxItems: 50 }) }));
  const faults = (body: unknown): [string, string][] => {
    try {
      schema['~standard'].validate(body);
      return [];
    } catch (error) {
      return ((error as PortsideError).details ?? []).map(({ path, message }) => [path, message]);
    }
  };

  test('accepts what it describes, unchanged', () => {
    const body = { items: [{ code: '7601', facts: { value: 1 } }] };
    expect(schema['~standard'].validate(body).value).toBe(body);
  });

  test.each<[string, [string, string][]]>([
    ['{"items":[{"code":"1"}],"extra":1}', [['/extra', 'is not a field here']]],
    [
      '{"items":[{"code":"1"},{"code":"2","fact":{}}]}',
      [['/items/1/fact', 'is not a field here; did you mean "facts"?']],
    ],
    [
      '{"items":[{"code":"1","facts":{"vale":1}}]}',
      [['/items/0/facts/vale', 'is not a field here; did you mean "value"?']],
    ],
    ['{"items":[{"code":"1","__proto__":{"value":1}}]}', [['/items/0/__proto__', 'is not a field here']]],
    ['{"items":[{"code":"1","constructor":1}]}', [['/items/0/constructor', 'is not a field here']]],
    ['{"items":[{"code":"1","a/b~c":1}]}', [['/items/0/a~1b~0c', 'is not a field here']]],
  ])('%s is refused', (body, expected) => expect(faults(JSON.parse(body))).toEqual(expected));

  test('other faults are told beside, and not hidden by an unknown field', () => {
    const paths = faults({ items: [{ code: 7601, x: 1 }, { facts: { value: 0 } }] }).map(([path]) => path);
    expect(paths.sort()).toEqual(['/items/0/code', '/items/0/x', '/items/1/code', '/items/1/facts/value']);
  });

  test('what the caller wrote is cut, and the number of faults bounded', () => {
    const [[path]] = faults({ items: [{ code: '1' }], ['x'.repeat(10_000)]: 1 }) as [[string, string]];
    expect(path.length).toBeLessThan(210);
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, at]));
    expect(faults({ items: [{ code: '1', ...many }] })).toHaveLength(100);
  });

  test.each([[null], [1], ['x'], [[]], [{ items: null }], [{ items: {} }]])('%j is refused without a crash', (body) => {
    expect(faults(body).length).toBeGreaterThan(0);
  });
});
