/** The parts of a request's URL are found as text, with and without a host. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { originOf, pathOf, queryOf } from './request-url.ts';

const path = fc.stringMatching(/^(\/[\w.~:-]{0,8}){1,4}$/);
const query = fc.option(fc.stringMatching(/^[\w=&/?:.-]{0,20}$/));
const origin = fc.constantFrom('http://localhost', 'https://portside.example:8443', 'http://[::1]:8080');

test('a URL with a host is split into origin, path and query', () => {
  fc.assert(
    fc.property(origin, path, query, (origin, path, query) => {
      const url = origin + path + (query === null ? '' : `?${query}`);
      expect([originOf(url), pathOf(url), queryOf(url)]).toEqual([origin, path, query ?? '']);
    }),
  );
});

test('a URL without a host, as HTTP/1.0 allows, has no origin', () => {
  fc.assert(
    fc.property(path, query, (path, query) => {
      const url = path + (query === null ? '' : `?${query}`);
      expect([originOf(url), pathOf(url), queryOf(url)]).toEqual([undefined, path, query ?? '']);
    }),
  );
});
