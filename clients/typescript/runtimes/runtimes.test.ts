/** Plays the whole table with the packed client on every runtime that it is for. */
import { afterAll, describe, expect, test } from 'bun:test';
import { agree } from '../test/agree.ts';
import type { Played } from '../test/play.ts';
import { scriptedServer } from '../test/scripted-server.ts';
import { bundle } from './bundle.ts';
import { CHROMIUM, playInChromium } from './chromium.ts';
import { run, tool, user } from './user.ts';
import { playInWorkerd } from './workerd.ts';

const server = await scriptedServer();
const owner = await user();
afterAll(() => {
  owner.remove();
  server.stop();
});
const table = await (await fetch(`${server.url}/table`)).json();

const onlyInNode = { format: 'esm', isClientExternal: true } as const;

async function command(program: string[], file: Promise<string>): Promise<Played[]> {
  return JSON.parse(await run([...program, await file, server.url], owner.folder));
}

const RUNTIMES: Record<string, () => Promise<Played[]>> = {
  'Node 20.3.0, ES modules': () => command([tool('node-oldest')], bundle(owner, 'command', onlyInNode)),
  'Node 20.3.0, CommonJS': () =>
    command([tool('node-oldest')], bundle(owner, 'command', { ...onlyInNode, format: 'cjs' })),
  'newest Node, ES modules': () => command([tool('node-newest')], bundle(owner, 'command', onlyInNode)),
  'newest Node, CommonJS': () =>
    command([tool('node-newest')], bundle(owner, 'command', { ...onlyInNode, format: 'cjs' })),
  Bun: () => command([process.execPath], bundle(owner, 'command', onlyInNode)),
  Deno: () => command([tool('deno'), 'run', '--quiet', '--allow-all'], bundle(owner, 'command', onlyInNode)),
  workerd: async () => playInWorkerd(await bundle(owner, 'worker', { format: 'esm', minify: true }), server.url),
  Chromium: async () =>
    playInChromium(await bundle(owner, 'page', { format: 'esm', platform: 'browser', minify: true }), server.url),
};

/** What a browser does not let a page send. */
const UNNAMED = /^request \d+: the client does not name itself$/;

/**
 * Deno and Chromium send a request once more by themselves, also a POST, when a connection that they had kept ends before the answer;
 * Chromium also after a 408. Then the server sees one request more, and the client may wait once less.
 */
const RESENT = new Set([
  'generate: one idempotency key across attempts',
  'retry: 408, then an answer',
  'wire: reset before an answer',
  'wire: closed before an answer',
  'wire: closed in the headers',
  'wire: reset every time',
]);

/** Chromium takes headers that break off for complete ones, with an empty body. The client refuses it; there is one request. */
const CUT_HEADERS = { name: 'wire: closed in the headers', expect: { error: { type: 'ResponseError' } } };

// biome-ignore lint/suspicious/noExplicitAny: a case is read as it stands in the table
function agreeOn(runtime: string, { actual, faults, leaked }: Played, script: any): void {
  const named = runtime === 'Chromium' ? faults.filter((fault) => !UNNAMED.test(fault)) : faults;
  if (runtime === 'Chromium' && script.name === CUT_HEADERS.name) {
    expect(named).toEqual(['1 requests, not 2']);
    agree({ actual, faults: [], leaked }, CUT_HEADERS);
    return;
  }
  const mayResend = (runtime === 'Deno' || runtime === 'Chromium') && RESENT.has(script.name);
  if (!mayResend) {
    agree({ actual, faults: named, leaked }, script);
    return;
  }
  const { waits, ...expected } = script.expect as { waits: number[] };
  const { waits: waited, ...rest } = actual as { waits: number[] };
  expect([waits, waits.slice(0, -1)]).toContainEqual(waited);
  const more = /^(\d+) requests, not (\d+)$/;
  const count = named.map((fault) => Number(more.exec(fault)?.[1]) - Number(more.exec(fault)?.[2]));
  expect([[], [1]]).toContainEqual(count);
  agree({ actual: { ...rest, waits: [] }, faults: [], leaked }, { expect: expected });
}

for (const [runtime, playAll] of Object.entries(RUNTIMES)) {
  const isMissing = runtime === 'Chromium' && !CHROMIUM;
  describe.skipIf(isMissing && process.env.CI !== 'true')(runtime, () => {
    let played: Promise<Played[]> | undefined;
    test('plays every case', async () => {
      played = playAll();
      expect(await played).toHaveLength(table.cases.length);
    }, 120_000);
    for (const [number, script] of table.cases.entries()) {
      test(script.name, async () => agreeOn(runtime, (await played!)[number]!, script));
    }
  });
}
