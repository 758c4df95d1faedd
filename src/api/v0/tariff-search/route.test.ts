import { expect, test } from 'bun:test';
import { startPublicServer } from '../../../../test/support/public-server.ts';
import { SEARCH } from './route.ts';

const server = await startPublicServer();
const search = (query: string) => server.ask(`${SEARCH.path}?${query}`);

test('each status is that of a lookup', async () => {
  const { results } = await (await search('q=steel%20wire&limit=20')).json();
  expect(results).toHaveLength(20);
  for (const { code, status } of results) {
    expect((await server.askJson(`/api/v0/tariff/hts/${code}`)).status).toBe(status);
  }
});

test.each([
  ['q=', 422],
  ['', 422],
  ['q=steel&limit=0', 422],
  ['q=steel&limit=51', 422],
  ['q=steel&limit=1e1', 422],
  ['q=steel&limit=50', 200],
  [`q=${'a'.repeat(200)}`, 200],
  [`q=${'a'.repeat(201)}`, 422],
  ['q=%22', 200],
  ['q=d%3Ax%20NEAR(*%20OR', 200],
  ['q=%00', 200],
  ['q=%F0%9F%98%80', 200],
  ['q=screws,%20steel', 200],
  ['q=%2C', 200],
  ['q=steel&q=wire', 422],
])('%s is answered with %p', async (query, status) => {
  const response = await search(query);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(
    status === 200 ? { law_read_to: '2026-10-09' } : { error: 'invalid_request' },
  );
});

test('a comma separates words, as a blank does', async () => {
  const [comma, blank] = await Promise.all([search('q=screws,steel'), search('q=screws%20steel')]);
  expect((await comma!.json()).results).toEqual((await blank!.json()).results);
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
