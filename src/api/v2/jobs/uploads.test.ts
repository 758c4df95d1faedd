/** Uploads in flight: how many, how slow, and what they leave behind. */
import { describe, expect, test } from 'bun:test';
import { startJobServer } from '../../../../test/support/job-server.ts';
import { PortsideError } from '../../../domain/errors.ts';
import { readUpload, UPLOAD_BYTES_MAX } from './read-upload.ts';
import { UploadSlots } from './upload-slots.ts';

/** A body that comes in these parts, and then, unless it is ended, never goes on. */
function request(parts: string[], ends = true): Request {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(Buffer.from(part));
      if (ends) controller.close();
    },
  });
  return new Request('http://localhost/', { method: 'POST', body });
}

describe('a body', () => {
  test('is read whole, with the digest of its bytes, wherever it was cut', async () => {
    const [whole, cut] = [await readUpload(request(['abcd'])), await readUpload(request(['a', '', 'bc', 'd']))];
    expect(Buffer.from(cut.bytes).toString()).toBe('abcd');
    expect(cut.digest).toBe(whole.digest);
    expect((await readUpload(new Request('http://localhost/', { method: 'POST' }))).bytes).toHaveLength(0);
  });

  test('that does not end in its time is given up, and not taken for a whole one', async () => {
    const error = await readUpload(request(['a\nb'], false), 5).catch((thrown) => thrown);
    expect([error.code, error.retryAfterS]).toEqual(['unavailable', 60]);
    expect(error.message).toContain('Nothing was done');
  });

  test('over the bound is not read on', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(1 << 20));
      },
    });
    const endless = new Request('http://localhost/', { method: 'POST', body });
    await expect(readUpload(endless)).rejects.toEqual(new PortsideError('payload_too_large'));
    expect(pulled).toBeLessThan(UPLOAD_BYTES_MAX / (1 << 20) + 10);
  });

  test('that breaks off is an error', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('reset'));
      },
    });
    await expect(readUpload(new Request('http://localhost/', { method: 'POST', body }))).rejects.toThrow('reset');
  });
});

describe('slots', () => {
  const wait = () => Promise.withResolvers<void>();
  const codeOf = (work: Promise<unknown>) => work.then(() => 'done').catch((error: PortsideError) => error.code);

  test('are two of a lineage and six in all, and free again after a success and a failure', async () => {
    const slots = new UploadSlots();
    const holds = [1, 1, 2, 2, 3, 3].map((lineage) => ({ lineage, ...wait() }));
    const running = holds.map(({ lineage, promise }) => codeOf(slots.run(lineage, () => promise)));
    expect(await codeOf(slots.run(1, async () => {}))).toBe('rate_limited');
    expect(await codeOf(slots.run(4, async () => {}))).toBe('unavailable');
    holds[0]!.resolve();
    holds[2]!.reject(new PortsideError('payload_too_large'));
    expect(await Promise.all([running[0], running[2]])).toEqual(['done', 'payload_too_large']);
    expect(await codeOf(slots.run(1, async () => {}))).toBe('done');
    for (const { resolve } of holds) resolve();
    await Promise.all(running);
    expect(slots.underWay).toBe(0);
  });
});

describe('over HTTP', () => {
  test('a third upload of a key is refused with a time, and a client that hangs up frees its slot', async () => {
    const reading = Promise.withResolvers<void>();
    const server = await startJobServer({
      async read() {
        await reading.promise;
        return { options: {}, linesTotal: 0, chunks: [], units: 0 };
      },
    });
    const key = await server.key('all');
    const send = (path: string) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
        body: 'a',
      });
    const two = [send('/api/v2/tariff/audits'), send('/api/v2/tariff/audits')];
    let third = await send('/api/v2/pixel/audits');
    while (third.status === 202) third = await send('/api/v2/pixel/audits');
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await third.json()).message).toContain('2 uploads under way');
    reading.resolve();
    expect((await Promise.all(two)).map(({ status }) => status)).toEqual([202, 202]);

    const accepted = server.jobs.jobs.size;
    // Declares more than it sends, and goes; or sends chunks, and goes before the last.
    for (const declared of [1, 2, 3].flatMap(() => [
      'Content-Length: 1000000\r\n\r\nabc',
      'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
    ])) {
      const closed = Promise.withResolvers<void>();
      const head = `POST /api/v2/tariff/audits HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/csv\r\n${declared}`;
      const socket = await Bun.connect({
        hostname: '127.0.0.1',
        port: server.port,
        socket: { data() {}, open: (open) => void open.write(head), close: () => closed.resolve() },
      });
      // An answer shows that the server has had its turn.
      await fetch(`${server.url}/api/v2/tariff/audits`, { headers: { authorization: `Bearer ${key}` } });
      socket.terminate();
      await closed.promise;
    }
    let last = await send('/api/v2/tariff/audits');
    for (let i = 0; i < 50 && last.status === 429; i++) last = await send('/api/v2/tariff/audits');
    expect(last.status).toBe(202);
    // Nothing was made of a part of a file.
    expect(server.jobs.jobs.size).toBe(accepted + 1);
    expect(server.faults).toEqual([]);
  });
});
