/** Validation of requests against schemas. */
import { expect, test } from 'bun:test';
import Type from 'typebox';
import { type FaultDetail, PortsideError } from '../domain/errors.ts';
import { validatedSchema } from './standard-schema.ts';

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
