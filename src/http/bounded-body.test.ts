/** No body is read past its bound, on any surface, whether or not it declares its length. */
import { describe, expect, test } from 'bun:test';
import { startOperator } from '../../test/support/visitor.ts';
import { PortsideError } from '../domain/errors.ts';
import { readBoundedBody, readBoundedText } from './bounded-body.ts';
import { FORM_BYTES_MAX } from './browser/form.ts';
import { BODY_BYTES_MAX } from './request-checks.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Sent in chunks, without `Content-Length`. `cancelled` settles when the reader lets go of it. */
function streamed(pull: (chunk: number) => Uint8Array | undefined) {
  let pulled = 0;
  const cancelled = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = pull(pulled++);
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
    cancel: () => cancelled.resolve(),
  });
  return { body, cancelled: cancelled.promise, pulled: () => pulled };
}

/** Chunks of 1,021 bytes, a prime, so that characters of two to four bytes are cut at every place. */
function inChunks(text: string) {
  const bytes = bytesOf(text);
  return streamed((index) => {
    const chunk = bytes.subarray(index * 1021, (index + 1) * 1021);
    return chunk.byteLength > 0 ? chunk : undefined;
  }).body;
}

const request = (body: BodyInit | null, headers = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers });

/** `head`, filled up with characters of two bytes, and then one of one byte where needed, to a body of so many bytes. */
function filled(head: string, tail: string, bytes: number): string {
  const room = bytes - bytesOf(head + tail).byteLength;
  return head + 'é'.repeat(Math.floor(room / 2)) + 'x'.repeat(room % 2) + tail;
}

describe('a body on its own', () => {
  test.each([0, 1, 99, 100])('of %i bytes is read whole under a bound of 100', async (size) => {
    const bytes = crypto.getRandomValues(new Uint8Array(size));
    for (const body of [
      bytes,
      streamed((index) => (index < size ? bytes.subarray(index, index + 1) : undefined)).body,
    ]) {
      expect(new Uint8Array(await readBoundedBody(request(body), 100))).toEqual(bytes);
    }
  });

  test('of 101 bytes is refused under a bound of 100', async () => {
    const text = 'x'.repeat(101);
    for (const body of [text, inChunks(text)]) {
      await expect(readBoundedBody(request(body), 100)).rejects.toEqual(new PortsideError('payload_too_large'));
    }
  });

  test('that is absent is empty', async () => {
    expect((await readBoundedBody(request(null), 100)).byteLength).toBe(0);
  });

  test('that declares too great a length is refused unread', async () => {
    const { body, pulled } = streamed(() => bytesOf('x'));
    const before = pulled();
    const sent = request(body, { 'content-length': '101' });
    await expect(readBoundedBody(sent, 100)).rejects.toEqual(new PortsideError('payload_too_large'));
    expect(pulled() - before).toBeLessThanOrEqual(1);
    expect(sent.bodyUsed).toBe(false);
  });

  test('that declares less than it sends is bounded all the same', async () => {
    const sent = request(inChunks('x'.repeat(101)), { 'content-length': '5' });
    await expect(readBoundedBody(sent, 100)).rejects.toEqual(new PortsideError('payload_too_large'));
  });

  test('that never ends is let go of as soon as the bound is passed', async () => {
    const { body, cancelled, pulled } = streamed(() => new Uint8Array(1000));
    await expect(readBoundedBody(request(body), 100_000)).rejects.toEqual(new PortsideError('payload_too_large'));
    await cancelled;
    // 101 chunks pass the bound; the stream reads a few ahead.
    expect(pulled()).toBeGreaterThan(100);
    expect(pulled()).toBeLessThan(110);
  });

  test('in text is decoded whole, wherever its characters were cut, and a byte order mark is dropped', async () => {
    const text = 'aé€😀'.repeat(2000);
    expect(await readBoundedText(request(inChunks(text)), 100_000)).toBe(text);
    expect(await readBoundedText(request('\ufeff{}'), 100)).toBe('{}');
  });
});

describe('over HTTP', async () => {
  const { app, key, operator, faults } = await startOperator();
  const apiKey = await key();
  await operator.get('/operator/password');

  interface Surface {
    bytesMax: number;
    path: string;
    headers: Record<string, string>;
    /** A body of so many bytes. */
    body(bytes: number): string;
    /** What a body within the bound is answered. */
    status: number;
    tooLarge: RegExp;
  }
  const surfaces: Record<string, Surface> = {
    v1: {
      bytesMax: BODY_BYTES_MAX,
      path: '/api/v1/tariff/hts/lookup',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: (bytes) => filled('{"codes":["7326.90.8688"],"x":"', '"}', bytes),
      status: 200,
      tooLarge: /^\{"error":"payload_too_large"/,
    },
    v0: {
      bytesMax: BODY_BYTES_MAX,
      path: '/api/v0/pixel/scan',
      headers: { 'content-type': 'application/json' },
      body: (bytes) => filled('{"url":5,"x":"', '"}', bytes),
      status: 422,
      tooLarge: /^\{"error":"payload_too_large"/,
    },
    'the operator page': {
      bytesMax: FORM_BYTES_MAX,
      path: '/operator/password',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: operator.cookie,
        origin: app.url,
        'sec-fetch-site': 'same-origin',
      },
      // The fields behind the filling show that all of it was read.
      body: (bytes) => filled('x=', `&csrf=${operator.csrf}&chosen=short`, bytes),
      status: 422,
      tooLarge: /<h1>Too large<\/h1>/,
    },
  };

  describe.each(Object.entries(surfaces))('%s', (_, { bytesMax, path, headers, body, status, tooLarge }) => {
    const send = (sent: BodyInit) => fetch(app.url + path, { method: 'POST', redirect: 'manual', headers, body: sent });

    test.each([
      ['one byte less than the bound', -1],
      ['the bound', 0],
      ['one byte more than the bound', 1],
    ])('a body in chunks: %s', async (_, more) => {
      const text = body(bytesMax + more);
      expect(bytesOf(text).byteLength).toBe(bytesMax + more);
      const answer = await send(inChunks(text));
      expect(answer.status).toBe(more > 0 ? 413 : status);
      const shown = await answer.text();
      if (more > 0) expect(shown).toMatch(tooLarge);
      else expect(shown).not.toMatch(tooLarge);
    });

    test('a body that never ends is refused while it is being sent', async () => {
      const { body: endless } = streamed(() => new Uint8Array(4096).fill(0x20));
      const answer = await send(endless);
      expect(answer.status).toBe(413);
      expect(await answer.text()).toMatch(tooLarge);
    });
  });

  test('nothing failed on our side', () => expect(faults).toEqual([]));
});
