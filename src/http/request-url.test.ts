/** The parts of a request's URL, cut out as text, are those that a URL parser finds. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { originOf, pathOf, queryOf } from './request-url.ts';

const path = fc.stringMatching(/^(\/[\w.~:-]{0,8}){1,4}$/);
const query = fc.option(fc.stringMatching(/^[\w=&/?:.-]{0,20}$/));
const origin = fc.constantFrom('http://localhost', 'https://portside.example:8443', 'http://[::1]:8080');

test('with a host', () => {
  fc.assert(
    fc.property(origin, path, query, (origin, path, query) => {
      const url = origin + path + (query === null ? '' : `?${query}`);
      expect([originOf(url), pathOf(url), queryOf(url)]).toEqual([origin, path, query ?? '']);
    }),
  );
});

test('without one, as HTTP/1.0 allows', () => {
  fc.assert(
    fc.property(path, query, (path, query) => {
      const url = path + (query === null ? '' : `?${query}`);
      expect([originOf(url), pathOf(url), queryOf(url)]).toEqual([undefined, path, query ?? '']);
    }),
  );
});
