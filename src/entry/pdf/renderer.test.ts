import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { documentCases } from '../../../test/support/document-cases.ts';
import type { Certificate } from '../../domain/certificate.ts';
import { renderCertificate } from './document.ts';
import {
  createRenderer,
  type RendererOptions,
  type RenderReply,
  type RenderRequest,
  type RenderWorker,
} from './renderer.ts';

const [first] = documentCases();
const { certificate, recordJson } = first!;

/** A worker under the test's control: it answers, or dies, when told to. */
class PuppetWorker implements RenderWorker {
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

function puppetRenderer(options: RendererOptions = {}) {
  const workers: PuppetWorker[] = [];
  const startWorker = () => {
    const worker = new PuppetWorker();
    workers.push(worker);
    return worker;
  };
  const timers: (() => void)[] = [];
  const startTimer = (_ms: number, fire: () => void) => {
    timers.push(fire);
    return () => timers.splice(timers.indexOf(fire), 1);
  };
  const renderer = createRenderer({ ...options, startWorker, startTimer });
  workers[0]!.reply({ id: 0, bytes: new Uint8Array() });
  return { renderer, workers, timers };
}

describe('the renderer', () => {
  test('gives the bytes that drawing on the spot gives', async () => {
    const renderer = createRenderer();
    const bytes = await renderer.render(certificate, recordJson);
    renderer.close();
    expect(Bun.SHA256.hash(bytes, 'hex')).toBe(Bun.SHA256.hash(renderCertificate(certificate, recordJson), 'hex'));
  });

  test('passes on a failure to draw as an internal error, and goes on', async () => {
    const renderer = createRenderer();
    await expect(renderer.render({ ...certificate, gccId: '<not a uuid>' })).rejects.toMatchObject({
      code: 'internal',
    });
    expect((await renderer.render(certificate)).length).toBeGreaterThan(10_000);
    renderer.close();
  });

  test('draws one certificate at a time, in order', async () => {
    const { renderer, workers } = puppetRenderer();
    const [worker] = workers;
    const one = renderer.render(certificate);
    const two = renderer.render(certificate);
    expect(worker!.requests.map(({ id }) => id)).toEqual([0, 1]);
    worker!.reply({ id: 1, bytes: Uint8Array.of(1) });
    expect(worker!.requests.map(({ id }) => id)).toEqual([0, 1, 2]);
    worker!.reply({ id: 2, bytes: Uint8Array.of(2) });
    expect([await one, await two]).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
  });

  test('draws short certificates before long ones, but passes a long one over a bounded number of times', () => {
    const { renderer, workers } = puppetRenderer();
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
    // As one is drawn, another comes: still the long one has its turn.
    let shortOnes = 0;
    for (; drawn() !== 2 && shortOnes < 1000; shortOnes++) {
      renderer.render(certificate).catch(ignore);
      answer();
    }
    expect(shortOnes).toBeLessThan(100);
    renderer.close();
  });

  test('bounds its queue by text too: what would wait long behind long ones is refused', async () => {
    const { renderer, workers } = puppetRenderer({ queueCharsMax: 70_000 });
    const kept = [renderer.render(ofLength(32_000)), renderer.render(ofLength(32_000))];
    await expect(renderer.render(ofLength(32_000))).rejects.toMatchObject({ code: 'unavailable' });
    kept.push(renderer.render(certificate));
    for (const id of [1, 3, 2]) workers[0]!.reply({ id, bytes: Uint8Array.of(id) });
    expect(await Promise.all(kept)).toEqual([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)]);
  });

  test('refuses with Retry-After when its queue is full, and takes more once it is not', async () => {
    const { renderer, workers } = puppetRenderer({ queueMax: 2 });
    const kept = [renderer.render(certificate), renderer.render(certificate)];
    await expect(renderer.render(certificate)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterS: 1,
    });
    workers[0]!.reply({ id: 1, bytes: Uint8Array.of(1) });
    kept.push(renderer.render(certificate));
    workers[0]!.reply({ id: 2, bytes: Uint8Array.of(2) });
    workers[0]!.reply({ id: 3, bytes: Uint8Array.of(3) });
    expect(await Promise.all(kept)).toEqual([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)]);
  });

  test('replaces a worker that dies: the job it was drawing fails, the next is drawn', async () => {
    const { renderer, workers } = puppetRenderer();
    const doomed = renderer.render(certificate);
    const next = renderer.render(certificate);
    workers[0]!.die();
    await expect(doomed).rejects.toMatchObject({ code: 'internal' });
    expect(workers[0]!.terminated).toBe(true);
    workers[1]!.reply({ id: 2, bytes: Uint8Array.of(2) });
    expect(await next).toEqual(Uint8Array.of(2));
  });

  test('replaces a worker that hangs', async () => {
    const { renderer, workers, timers } = puppetRenderer();
    const stuck = renderer.render(certificate);
    expect(timers.length).toBe(1);
    timers[0]!();
    await expect(stuck).rejects.toMatchObject({ code: 'internal' });
    expect([workers[0]!.terminated, timers.length]).toEqual([true, 0]);
    renderer.render(certificate).catch(() => {});
    expect(workers.length).toBe(2);
  });

  test('starts no worker after one that died until there is something to draw', () => {
    const { workers } = puppetRenderer();
    workers[0]!.die();
    expect(workers.length).toBe(1);
  });

  test('fails what still waits when it is closed', async () => {
    const { renderer, workers } = puppetRenderer();
    const pending = [renderer.render(certificate), renderer.render(certificate)];
    renderer.close();
    for (const job of pending) await expect(job).rejects.toMatchObject({ code: 'unavailable' });
    expect(workers[0]!.terminated).toBe(true);
    await expect(renderer.render(certificate)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test.if(process.platform === 'linux')(
  'drawing gives way to answering: its thread has a lower priority, this one has not',
  async () => {
    const renderer = createRenderer();
    try {
      await renderer.render(certificate, recordJson);
      const nicenessOf = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
      const own = nicenessOf(readFileSync('/proc/self/stat', 'utf8'));
      const threads = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'));
      expect(threads.map(nicenessOf)).toContain(own + 10);
      expect(getPriority(process.pid)).toBe(own);
    } finally {
      renderer.close();
    }
  },
);
