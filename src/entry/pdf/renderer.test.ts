import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { documentCases } from '../../../test/support/document-cases.ts';
import type { Certificate } from '../../domain/certificate.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { renderCertificate } from './render-certificate.ts';
import {
  createRenderer,
  type RendererOptions,
  type RenderReply,
  type RenderRequest,
  type RenderWorker,
} from './renderer.ts';

const [first] = documentCases();
const { certificate, recordJson } = first!;

/** A worker that answers or dies when the test says so. */
class FakeWorker implements RenderWorker {
  onmessage: RenderWorker['onmessage'] = null;
  onerror: RenderWorker['onerror'] = null;
  terminated = false;
  readonly requests: RenderRequest[] = [];

  postMessage(request: RenderRequest): void {
    this.requests.push(request);
  }
  terminate(): void {
    this.terminated = true;
  }
  reply(data: RenderReply): void {
    this.onmessage?.({ data } as MessageEvent<RenderReply>);
  }
  die(): void {
    this.onerror?.({ message: 'out of memory' } as ErrorEvent);
  }
}

function ofLength(chars: number): Certificate {
  const request = { ...certificate.request, cpsc_rules_cited: ['x'.repeat(chars)] };
  return { ...certificate, request };
}

function rendererWithFakes(options: RendererOptions = {}) {
  const workers: FakeWorker[] = [];
  const startWorker = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const timers: (() => void)[] = [];
  const startTimer = (_ms: number, fire: () => void) => {
    timers.push(fire);
    return () => timers.splice(timers.indexOf(fire), 1);
  };
  const renderer = createRenderer({ ...options, startWorker, startTimer });
  renderer.warmUp();
  workers[0]!.reply({ id: 0, bytes: new Uint8Array() });
  return { renderer, workers, timers };
}

describe('the renderer', () => {
  test('gives the same bytes as drawing in this thread', async () => {
    const renderer = createRenderer();
    const bytes = await renderer.render(certificate, recordJson);
    renderer.close();
    expect(sha256Hex(bytes)).toBe(sha256Hex(renderCertificate(certificate, recordJson)));
  });

  test('reports a failure to draw as an internal error, and draws the next certificate', async () => {
    const renderer = createRenderer();
    await expect(renderer.render({ ...certificate, gccId: '<not a uuid>' })).rejects.toMatchObject({
      code: 'internal',
    });
    expect((await renderer.render(certificate)).length).toBeGreaterThan(10_000);
    renderer.close();
  });

  test('starts its worker for the first certificate or to warm up, whichever comes first', () => {
    const workers: FakeWorker[] = [];
    const startWorker = () => workers[workers.push(new FakeWorker()) - 1]!;
    const renderer = createRenderer({ startWorker, startTimer: () => () => {} });
    expect(workers.length).toBe(0);
    renderer.render(certificate).catch(() => {});
    renderer.warmUp();
    expect(workers.flatMap(({ requests }) => requests).map((request) => request.certificate)).toEqual([certificate]);
    renderer.close();
  });

  test('draws one certificate at a time, in order', async () => {
    const { renderer, workers } = rendererWithFakes();
    const [worker] = workers;
    const one = renderer.render(certificate);
    const two = renderer.render(certificate);
    expect(worker!.requests.map(({ id }) => id)).toEqual([0, 1]);
    worker!.reply({ id: 1, bytes: Uint8Array.of(1) });
    expect(worker!.requests.map(({ id }) => id)).toEqual([0, 1, 2]);
    worker!.reply({ id: 2, bytes: Uint8Array.of(2) });
    expect([await one, await two]).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
  });

  test('draws short certificates before long ones, but does not let a long one wait forever', () => {
    const { renderer, workers } = rendererWithFakes();
    const [worker] = workers;
    const ignore = () => {};
    renderer.render(certificate).catch(ignore);
    renderer.render(ofLength(30_000)).catch(ignore);
    renderer.render(ofLength(32_000)).catch(ignore);
    for (let count = 0; count < 2; count++) renderer.render(certificate).catch(ignore);
    const drawn = () => worker!.requests.at(-1)!.id;
    const answer = () => worker!.reply({ id: drawn(), bytes: Uint8Array.of(1) });
    answer();
    expect(drawn()).toBe(4);
    // A new short one arrives whenever one is drawn. The long one must be drawn all the same.
    let shortOnes = 0;
    for (; drawn() !== 2 && shortOnes < 1000; shortOnes++) {
      renderer.render(certificate).catch(ignore);
      answer();
    }
    expect(shortOnes).toBeLessThan(100);
    renderer.close();
  });

  test('limits the queue in characters too', async () => {
    const { renderer, workers } = rendererWithFakes({ queueCharsMax: 70_000 });
    const accepted = [renderer.render(ofLength(32_000)), renderer.render(ofLength(32_000))];
    await expect(renderer.render(ofLength(32_000))).rejects.toMatchObject({ code: 'unavailable' });
    accepted.push(renderer.render(certificate));
    for (const id of [1, 3, 2]) workers[0]!.reply({ id, bytes: Uint8Array.of(id) });
    expect(await Promise.all(accepted)).toEqual([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)]);
  });

  test('refuses with Retry-After while the queue is full', async () => {
    const { renderer, workers } = rendererWithFakes({ queueMax: 2 });
    const accepted = [renderer.render(certificate), renderer.render(certificate)];
    await expect(renderer.render(certificate)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterS: 1,
    });
    workers[0]!.reply({ id: 1, bytes: Uint8Array.of(1) });
    accepted.push(renderer.render(certificate));
    workers[0]!.reply({ id: 2, bytes: Uint8Array.of(2) });
    workers[0]!.reply({ id: 3, bytes: Uint8Array.of(3) });
    expect(await Promise.all(accepted)).toEqual([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)]);
  });

  test('replaces a worker that dies: its certificate fails, the next is drawn', async () => {
    const { renderer, workers } = rendererWithFakes();
    const failing = renderer.render(certificate);
    const next = renderer.render(certificate);
    workers[0]!.die();
    await expect(failing).rejects.toMatchObject({ code: 'internal' });
    expect(workers[0]!.terminated).toBe(true);
    workers[1]!.reply({ id: 2, bytes: Uint8Array.of(2) });
    expect(await next).toEqual(Uint8Array.of(2));
  });

  test('replaces a worker that hangs', async () => {
    const { renderer, workers, timers } = rendererWithFakes();
    const hanging = renderer.render(certificate);
    expect(timers.length).toBe(1);
    timers[0]!();
    await expect(hanging).rejects.toMatchObject({ code: 'internal' });
    expect([workers[0]!.terminated, timers.length]).toEqual([true, 0]);
    renderer.render(certificate).catch(() => {});
    expect(workers.length).toBe(2);
  });

  test('does not replace a dead worker until there is something to draw', () => {
    const { workers } = rendererWithFakes();
    workers[0]!.die();
    expect(workers.length).toBe(1);
  });

  test('fails the certificates still waiting when it is closed', async () => {
    const { renderer, workers } = rendererWithFakes();
    const pending = [renderer.render(certificate), renderer.render(certificate)];
    renderer.close();
    for (const job of pending) await expect(job).rejects.toMatchObject({ code: 'unavailable' });
    expect(workers[0]!.terminated).toBe(true);
    await expect(renderer.render(certificate)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test.if(process.platform === 'linux')(
  'the worker thread has a lower priority than the server, whose own priority is unchanged',
  async () => {
    const renderer = createRenderer();
    try {
      await renderer.render(certificate, recordJson);
      const nicenessOf = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
      const own = nicenessOf(readFileSync('/proc/self/stat', 'utf8'));
      const threads = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'));
      // Linux has no niceness above 19. When the suite itself runs under `nice -n 15`, the worker gets 19 and not 25.
      expect(threads.map(nicenessOf)).toContain(Math.min(19, own + 10));
      expect(getPriority(process.pid)).toBe(own);
    } finally {
      renderer.close();
    }
  },
);
