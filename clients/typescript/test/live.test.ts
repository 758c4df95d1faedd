/** Tests the contract on the real server of PORTSIDE_LIVE_URL, with PORTSIDE_LIVE_KEY, or without them on one of its own. */
import { afterAll, expect, test } from 'bun:test';
import { AuthError, Portside } from '../src/index.ts';
import { liveServer } from './live-server.ts';
import { runCase } from './run-case.ts';
import { scriptedServer } from './scripted-server.ts';

const { PORTSIDE_LIVE_URL, PORTSIDE_LIVE_KEY } = process.env;
const own = PORTSIDE_LIVE_URL && PORTSIDE_LIVE_KEY ? undefined : await liveServer();
const { url, key } = own ?? { url: PORTSIDE_LIVE_URL!, key: PORTSIDE_LIVE_KEY! };
const server = await scriptedServer();
afterAll(async () => {
  server.stop();
  await own?.stop();
});

const table = await (await fetch(`${server.url}/table`)).json();
for (const script of table.live) {
  test(script.name, async () => {
    const { actual, visible } = await runCase(script, url, key);
    expect(actual).toMatchObject(script.expect);
    expect(visible).not.toContain(key);
  });
}

test('live: a key that was never issued', async () => {
  const stranger = new Portside({ baseUrl: url, apiKey: 'svc_Portside0Scripted02QNBRF' });
  await expect(stranger.tariff.hts.lookup(['7326.90.8688'])).rejects.toThrow(AuthError);
});
test('live: a repeated idempotency key gives the same certificate', async () => {
  const client = new Portside({ baseUrl: url, apiKey: key });
  const { request } = table.live.find((script: { call: { download?: boolean } }) => script.call.download).call;
  const idempotencyKey = crypto.randomUUID();
  const [first, second] = [
    await client.entry.gcc.generate(request, { idempotencyKey }),
    await client.entry.gcc.generate(request, { idempotencyKey }),
  ];
  expect(second.gcc_id).toBe(first.gcc_id);
  expect(await second.download()).toEqual(await first.download());
});
