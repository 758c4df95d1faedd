import { describe, expect, test } from 'bun:test';
import { startJobServer } from '../../../../test/support/job-server.ts';
import { until } from '../../../../test/support/until.ts';
import type { Job, JobChunk } from '../../../domain/job.ts';
import { outputsOf, ResultGone, streamOf } from './result-stream.ts';

const PATH = '/api/v2/tariff/audits';
const job = (linesTotal: number) => ({ id: 'job_x', linesTotal }) as Job;
const held = (number: number, output?: string) => ({
  chunk: { number, firstLine: number + 1, lines: 1, input: new Uint8Array() } satisfies JobChunk,
  ...(output !== undefined && { output: Buffer.from(output) }),
});

describe('the outputs of a job', () => {
  const read = async (rows: ReturnType<typeof held>[], linesTotal: number) => {
    const store = { chunks: async (_: string, from: number, limit: number) => rows.slice(from, from + limit) };
    return (await Array.fromAsync(outputsOf(store, job(linesTotal)))).map(({ output }) => String(output));
  };

  test('come in order, however they are cut into reads', async () => {
    for (const length of [0, 1, 3, 4, 5, 9]) {
      const rows = Array.from({ length }, (_, number) => held(number, String(number)));
      expect(await read(rows, length)).toEqual(rows.map((_, number) => String(number)));
    }
  });

  test.each([
    ['none is left', [], 3],
    ['the last is missing', [held(0, 'a'), held(1, 'b')], 3],
    ['one is missing', [held(0, 'a'), held(2, 'c')], 2],
    ['one is not done', [held(0, 'a'), held(1)], 2],
  ] as const)('are never a part that looks like the whole: %s', async (_, rows, linesTotal) => {
    await expect(read([...rows], linesTotal)).rejects.toBeInstanceOf(ResultGone);
  });
});

describe('a stream', () => {
  test('goes on only as fast as it is read, and stops when its reader has gone', async () => {
    let written = 0;
    const faults: unknown[] = [];
    const ended = Promise.withResolvers<unknown>();
    const produce = async (write: (bytes: Uint8Array) => Promise<void>) => {
      try {
        for (;;) {
          await write(new Uint8Array(1024));
          written++;
        }
      } catch (error) {
        ended.resolve(error);
        throw error;
      }
    };
    const reader = streamOf(produce, (error) => faults.push(error)).getReader();
    for (let i = 0; i < 10; i++) await reader.read();
    expect(written).toBeLessThan(13);
    await reader.cancel();
    expect(String(await ended.promise)).toContain('the reader has gone');
    expect(faults).toEqual([]);
  });

  test('breaks off when its producer fails, and reports it once', async () => {
    const faults: unknown[] = [];
    const stream = streamOf(
      async (write) => {
        await write(Buffer.from('a'));
        throw new Error('broken');
      },
      (error) => faults.push(error),
    );
    await expect(new Response(stream).text()).rejects.toThrow('broken');
    expect(faults).toEqual([new Error('broken')]);
  });
});

describe('over HTTP', async () => {
  const server = await startJobServer();
  const key = await server.key('tariff', { perMinute: 100_000, perDay: 1_000_000 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const LINES = 200;
  const begin = async () => {
    const body = `${'x'.repeat(150_000)}\n`.repeat(LINES);
    const answer = await (await fetch(server.url + PATH, { method: 'POST', headers, body })).json();
    server.jobs.finish(answer.id);
    return answer.id as string;
  };
  const download = (id: string) => fetch(`${server.url}${PATH}/${id}/result`, { headers });
  /** Counts the chunks that are read, and acts before the one that is named. */
  const onChunk = (number: number, act: (id: string) => void) => {
    const { chunks } = server.jobs;
    let read = 0;
    server.jobs.chunks = async (id, from, limit) => {
      if (from >= number && read < number) act(id);
      read = Math.max(read, from);
      return chunks.call(server.jobs, id, from, limit);
    };
    return { read: () => read, restore: () => Object.assign(server.jobs, { chunks }) };
  };

  test('a job that is removed in the middle of its download breaks it off', async () => {
    const id = await begin();
    const watched = onChunk(LINES / 2, (gone) => server.jobs.inputs.delete(gone));
    await expect(download(id).then((response) => response.text())).rejects.toThrow();
    watched.restore();
    await until('the fault is logged', () => server.faults.length > 0);
    expect(server.faults.splice(0)).toEqual([new ResultGone(id)]);
  });

  test('a reader who leaves stops the reading of the job', async () => {
    const id = await begin();
    const watched = onChunk(LINES * 2, () => {});
    const abort = new AbortController();
    const response = await fetch(`${server.url}${PATH}/${id}/result`, { headers, signal: abort.signal });
    await response.body!.getReader().read();
    abort.abort();
    const after = await (await download(id)).text();
    expect(after).toHaveLength('csv:'.length + LINES * 150_000);
    watched.restore();
    expect(server.faults).toEqual([]);
  });

  test('a reader who stops reading stops the reading of the job', async () => {
    const id = await begin();
    const watched = onChunk(LINES * 2, () => {});
    const opened = Promise.withResolvers<void>();
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: server.port,
      socket: {
        open: (open) =>
          void open.write(
            `GET ${PATH}/${id}/result HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
          ),
        data(open) {
          open.pause();
          opened.resolve();
        },
      },
    });
    await opened.promise;
    // Each of these is answered, so that the paused download had many turns of the event loop.
    for (let i = 0; i < 50; i++) await fetch(`${server.url}${PATH}/${id}`, { headers });
    expect(watched.read()).toBeLessThan(LINES - 4);
    socket.terminate();
    watched.restore();
  });
});
