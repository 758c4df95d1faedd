/** The headers that say what a request left out: `X-Ignored-Fields` on all v1 operations, `X-Certificate-Missing` on certificates. */
import { expect, test } from 'bun:test';
import { startServer } from '../../../test/support/server.ts';
import type { Product } from '../../domain/key.ts';
import { FIRST_REQUESTS } from './first-requests.ts';

const server = await startServer();
const key = await server.key('all', { perMinute: 1000 });

const PRODUCTS = Object.keys(FIRST_REQUESTS) as Product[];

async function headersOf(product: Product, change: object, more: Record<string, string> = {}) {
  const { path, body } = FIRST_REQUESTS[product];
  const response = await server.post(path, { ...body, ...change }, key, more);
  const { headers } = response;
  return {
    status: response.status,
    ignored: headers.get('x-ignored-fields'),
    missing: headers.get('x-certificate-missing'),
  };
}

test.each(PRODUCTS)('the first request of %s works, has no unknown field and leaves nothing out', async (product) => {
  expect(await headersOf(product, {})).toEqual({ status: 200, ignored: null, missing: null });
});

test.each(PRODUCTS)('unknown fields of a request for %s are ignored and named', async (product) => {
  const { ignored, status } = await headersOf(product, { nmae: { first: 1 }, 'größe\r\nx: y': 2 });
  expect([status, ignored]).toEqual([200, '/nmae, /gr%C3%B6%C3%9Fe%0D%0Ax:%20y']);
});

test.each(PRODUCTS)('a scan from the cache and a repeated request for %s are named alike', async (product) => {
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, i]));
  const idempotency = { 'idempotency-key': 'again' };
  const first = await headersOf(product, fields, idempotency);
  expect(first.ignored).toBe('/f0, /f1, /f2, /f3, /f4, /f5, /f6, /f7, /f8, /f9, ...');
  expect(await headersOf(product, fields, idempotency)).toEqual(first);
});

test('a misspelt field of a certificate is named, and so is the item that is missing for it', async () => {
  const certifier = { name: 'A', adress: '1 Road', email: 'a@b.example', phone: '1' };
  const left = { status: 200, ignored: '/certifier/adress', missing: '/certifier/address' };
  expect(await headersOf('entry', { certifier })).toEqual(left);
  const again = { 'idempotency-key': 'misspelt' };
  expect(await headersOf('entry', { certifier }, again)).toEqual(left);
  expect(await headersOf('entry', { certifier }, again)).toEqual(left);
});

test('a certificate that leaves out everything optional names every item, in the order of the document', async () => {
  const nothing = { certifier: undefined, records_contact: undefined, attestation: undefined, cpsc_rules_cited: [] };
  expect((await headersOf('entry', nothing)).missing).toBe(
    '/cpsc_rules_cited, /certifier, /records_contact, /attestation',
  );
});

const REFUSED: [Product, object][] = [
  ['tariff', { codes: 'x' }],
  ['pixel', { url: 'https://10.0.0.1/' }],
  ['pixel', { url: 'https://demo-store.portside.invalid/nope' }],
  ['entry', { testing_lab: {} }],
];
test.each(REFUSED)('an error of %s has neither header', async (product, change) => {
  const { status, ...headers } = await headersOf(product, { nmae: 1, ...change });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers).toEqual({ ignored: null, missing: null });
});
