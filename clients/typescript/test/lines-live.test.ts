/** Lines of jobs, the account, the schedule and the history, on a real server. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { inspect } from 'node:util';
import { ConflictError, Portside, PortsidePublic } from '../src/index.ts';
import { type LiveServer, liveServer } from './live-server.ts';

let server: LiveServer;
let client: Portside;
beforeAll(async () => {
  server = await liveServer();
  client = new Portside({ baseUrl: server.url, apiKey: server.key });
}, 60_000);
afterAll(() => server?.stop());

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  return Array.fromAsync(items);
}

test('lines of an audit over many pages, filtered and sorted, and its headings', async () => {
  const { audits } = client.tariff;
  const rows = Array.from({ length: 60 }, (_, at) => ({
    part: String(at),
    hts: at % 3 ? '7326.90.8688' : '4901.99.0093',
  }));
  const { id } = await audits.create({ rows });
  await audits.wait(id, { pollEveryMs: 200 });
  const lines = await all(audits.lines(id, { limit: 7 }));
  expect(lines.map(({ cells }) => cells[0])).toEqual(rows.map(({ part }) => part));
  expect(lines.every(({ status }) => typeof status === 'string')).toBe(true);
  const notListed = await all(audits.lines(id, { status: ['not_listed'], sort: 'status' }));
  expect(notListed).toHaveLength(20);
  const { headings } = await audits.headings(id);
  expect(headings.reduce((sum, { lines: count }) => sum + count, 0)).toBeGreaterThanOrEqual(40);
});

test('lines of stores and of certificates', async () => {
  const stores = await client.pixel.audits.create({ stores: ['https://demo-store.portside.invalid/'] });
  await client.pixel.audits.wait(stores.id, { pollEveryMs: 200 });
  expect(await all(client.pixel.audits.lines(stores.id))).toMatchObject([{ state: 'judged', fault: null }]);
  const batch = await client.entry.batches.create({ rows: [{ sku: 'A' }, { sku: 'B' }] });
  await client.entry.batches.wait(batch.id, { pollEveryMs: 200 });
  const refused = await all(client.entry.batches.lines(batch.id, { status: ['not_made'], limit: 1 }));
  expect(refused.map(({ sku }) => sku)).toEqual(['A', 'B']);
});

test('the schedule and the history need no key', async () => {
  const open = new PortsidePublic({ baseUrl: server.url });
  expect((await open.chapters()).children.length).toBeGreaterThan(90);
  expect((await open.schedule('7326')).node?.code).toBe('7326');
  expect((await open.history('7326.90.8688')).periods.length).toBeGreaterThan(1);
});

test('a key gives itself a successor, which is not printed', async () => {
  expect((await client.account.get()).key.status).toBe('active');
  const rotated = await client.account.rotate({ overlap_hours: 1 });
  for (const printed of [inspect(rotated), Bun.inspect(rotated), String(rotated)])
    expect(printed).not.toContain(rotated.key.slice(4));
  expect(JSON.parse(JSON.stringify(rotated)).key).toBe(rotated.key);
  const successor = new Portside({ baseUrl: server.url, apiKey: rotated.key });
  expect((await successor.account.get()).key.status).toBe('active');
  expect((await client.account.get()).key.status).toBe('rotating');
  expect(client.account.rotate()).rejects.toThrow(ConflictError);
});
