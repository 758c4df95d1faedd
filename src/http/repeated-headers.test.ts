import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../test/support/seed.ts';
import { RepeatedHeaders } from './repeated-headers.ts';

const names = ['x-request-id', 'X-Tariff-List', 'ratelimit', 'x-ignored-fields', 'cache-control'];
const someFields = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.integer(), fc.constantFrom('', 'a', 'b, c')));

test('the fields are those of the last call, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(someFields, { minLength: 1, maxLength: 8 }), (calls) => {
      const repeated = new RepeatedHeaders();
      // Earlier answers keep their fields.
      const answers = calls.map((fields) => new Response('', { headers: repeated.of(fields) }));
      for (const [at, fields] of calls.entries()) {
        const expected = new Headers(
          Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`]),
        );
        expect([...answers[at]!.headers]).toEqual([...expected]);
      }
    }),
    { numRuns: runs(200, 1000) },
  );
});
