import { describe, expect, test } from 'bun:test';
import { Fields } from './fields.ts';
import { pointerTo, stepsOf } from './json-pointer.ts';

const collected = (value: unknown, read: (fields: Fields<undefined>) => unknown) => {
  const faults: string[] = [];
  const fields = Fields.of<undefined>(value, (pointer, message) => void faults.push(`${pointer} ${message}`));
  return { value: fields && read(fields), faults };
};

test('a name of the prototype is no field', () => {
  const { faults } = collected({}, (fields) =>
    ['constructor', 'toString', '__proto__'].map((name) => fields.text(name)),
  );
  expect(faults).toHaveLength(3);
  expect(collected({}, (fields) => fields.has('valueOf')).value).toBe(false);
});

describe('faults that are collected', () => {
  test('each is at its pointer, in the order of reading, and is read as undefined', () => {
    const body = { name: '', code: 'SECRET', share: 2, on: 'SECRET', rows: [{ 'a/b~': 1 }, 7], tags: ['a', 1] };
    const read = collected(body, (fields) => ({
      name: fields.text('name'),
      code: fields.matching('code', /^\d+$/, 'digits'),
      kind: fields.oneOf('code', ['x', 'y']),
      share: fields.number('share', 0, 1),
      on: fields.flag('on'),
      rows: fields.each('rows', 9)?.map((row) => row?.flag('a/b~')),
      tags: fields.texts('tags', 9),
    }));
    expect(read.faults).toEqual([
      '/name must be a non-empty text',
      '/code must be digits',
      '/code must be one of: x, y',
      '/share must be a number from 0 to 1',
      '/on must be true or false',
      '/rows/1 must be an object',
      '/rows/0/a~1b~0 must be true or false',
      '/tags must be an array of at most 9 texts',
    ]);
    expect(Object.values(read.value ?? {}).flat()).toEqual(Array(8).fill(undefined));
  });

  test('a list that is too long is not read', () => {
    const { faults } = collected({ rows: [1, 2, 3] }, (fields) => fields.each('rows', 2));
    expect(faults).toEqual(['/rows must have at most 2 rows']);
  });

  test('anything but an object has no fields', () => {
    const read = [null, undefined, 1, 'text', [{}]].map((value) => collected(value, () => 'read'));
    expect(read).toEqual(Array(5).fill({ value: undefined, faults: [' must be an object'] }));
  });

  test('what an object inherits is no field of it', () => {
    const { faults } = collected({}, (fields) => [fields.has('constructor'), fields.text('toString')]);
    expect(faults).toEqual(['/toString must be a non-empty text']);
  });
});

test('a report that throws ends the reading at the first fault', () => {
  const fields = Fields.of<never>({ a: 1, b: 2 }, (pointer, message, name) => {
    throw new Error(`${pointer}: ${name} ${message}`);
  });
  expect(() => [fields.text('a'), fields.text('b')]).toThrow('/a: a must be a non-empty text');
  expect(() => fields.only(['a'])).toThrow(': undefined has an unknown field "b"');
});

test('the steps of a pointer are the names that it was made of', () => {
  const steps = ['rows', 12, '', 'a/b', '~1', '~01', '__proto__'];
  expect(stepsOf(steps.reduce<string>(pointerTo, ''))).toEqual(steps.map(String));
  expect(stepsOf('')).toEqual([]);
});
