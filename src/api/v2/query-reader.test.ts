import { expect, test } from 'bun:test';
import Type from 'typebox';
import type { PortsideError } from '../../domain/errors.ts';
import { queryReader } from './query-reader.ts';

const read = queryReader(
  Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    grouped: Type.Optional(Type.Boolean()),
    status: Type.Optional(Type.Array(Type.String())),
    text: Type.Optional(Type.String()),
  }),
);
const faultsOf = (query: string) => {
  try {
    return { value: read(`http://localhost/?${query}`) };
  } catch (error) {
    return (error as PortsideError).details?.map(({ path, message }) => `${path} ${message}`);
  }
};

test.each([
  ['', {}],
  ['limit=5&grouped=true&text=5', { limit: 5, grouped: true, text: '5' }],
  ['status=hit', { status: ['hit'] }],
  ['status=hit&status=clear', { status: ['hit', 'clear'] }],
])('the query %p is read as its schema says', (query, value) => {
  expect(faultsOf(query)).toEqual({ value });
});

test.each([
  ['limit=12345', '/limit must be <= 100'],
  ['limit=1234567', '/limit must be integer'],
  ['limit=0x10', '/limit must be integer'],
  ['limit=', '/limit must be integer'],
  ['limit=-1', '/limit must be integer'],
  ['limit=1&limit=2', '/limit must be integer'],
  ['grouped=yes', '/grouped must be boolean'],
  ['limt=5', '/limt is not a field here; did you mean "limit"?'],
  ['__proto__=5', '/__proto__ is not a field here'],
  ['constructor=5', '/constructor is not a field here'],
])('the query %p is refused', (query, fault) => {
  expect(faultsOf(query)).toEqual([fault]);
});
