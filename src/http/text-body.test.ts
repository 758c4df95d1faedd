/** Long answers leave as one write with their length, through the framework as well. */
import { afterAll, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { textBody } from './text-body.ts';

const texts = ['', 'x', 'x'.repeat(12_000), 'x'.repeat(12_001), 'é€😀'.repeat(9_000), 'x'.repeat(3_000_000)];
const app = new Elysia()
  .onRequest(({ set }) => {
    set.headers = { 'x-request-id': 'r', 'content-type': 'application/json' };
  })
  .post('/:at', async ({ params }) => {
    // As a group commit does: outside the callback of the socket.
    await new Promise<void>((resolve) => setImmediate(resolve));
    return textBody(texts[Number(params.at)]!);
  })
  .listen({ hostname: '127.0.0.1', port: 0 });
afterAll(() => void app.stop(true));

test.each(texts.keys().toArray())('text %p', async (at) => {
  const response = await fetch(`http://127.0.0.1:${app.server!.port}/${at}`, { method: 'POST' });
  const bytes = await response.bytes();
  expect(new TextDecoder().decode(bytes)).toBe(texts[at]!);
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  expect(response.headers.get('transfer-encoding')).toBeNull();
  expect([response.headers.get('x-request-id'), response.headers.get('content-type')]).toEqual([
    'r',
    'application/json',
  ]);
});
