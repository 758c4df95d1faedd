/** Tests the contract on the real server of PORTSIDE_LIVE_URL, with PORTSIDE_LIVE_KEY. Skipped without them; in CI a failure. */
import { afterAll, expect, test } from 'bun:test';
import { AuthError, Portside } from '../src/index.ts';
import { runCase } from './run-case.ts';
import { scriptedServer } from './scripted-server.ts';

const { PORTSIDE_LIVE_URL: url, PORTSIDE_LIVE_KEY: key, CI } = process.env;

if (url && key) {
  const server = await scriptedServer();
  afterAll(() => server.stop());
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
    expect(stranger.tariff.hts.lookup(['7326.90.8688'])).rejects.toThrow(AuthError);
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
} else {
  test.skipIf(CI !== 'true')('live: PORTSIDE_LIVE_URL and PORTSIDE_LIVE_KEY are set', () => {
    expect({ url, key: Boolean(key) }).toEqual({ url: expect.any(String), key: true });
  });
}
