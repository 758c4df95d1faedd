import { expect, test } from 'bun:test';
import { startPublicServer } from '../../../../test/support/public-server.ts';

const server = await startPublicServer();

test('without a query the whole catalogue is listed; with one it is searched', async () => {
  expect((await server.askJson('/api/v0/entry/citations')).citations.length).toBe(100);
  expect((await server.askJson('/api/v0/entry/citations?q=')).citations.length).toBe(100);
  const { citations } = await server.askJson('/api/v0/entry/citations?q=16%20CFR%201203');
  expect(citations[0].citation).toBe('16 CFR part 1203');
});

test('a comma separates words, as a blank does', async () => {
  const [comma, blank] = await Promise.all(
    ['bicycle,%20helmets', 'bicycle%20helmets'].map((q) => server.askJson(`/api/v0/entry/citations?q=${q}`)),
  );
  expect(comma.citations).toEqual(blank.citations);
  expect(blank.citations.length).toBeGreaterThan(0);
});

test('a query of more than 200 characters is refused', async () => {
  expect((await server.ask(`/api/v0/entry/citations?q=${'x'.repeat(200)}`)).status).toBe(200);
  expect((await server.ask(`/api/v0/entry/citations?q=${'x'.repeat(201)}`)).status).toBe(422);
});
