/** Plays the whole table with the packed client on every runtime that it is for. */
import { afterAll, describe, expect, test } from 'bun:test';
import { agree } from '../test/agree.ts';
import type { Played } from '../test/play.ts';
import { scriptedServer } from '../test/scripted-server.ts';
import { bundle } from './bundle.ts';
import { playInChromium } from './chromium.ts';
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

for (const [runtime, playAll] of Object.entries(RUNTIMES)) {
  describe(runtime, () => {
    let played: Promise<Played[]> | undefined;
    test('plays every case', async () => {
      played = playAll();
      expect(await played).toHaveLength(table.cases.length);
    }, 120_000);
    for (const [number, script] of table.cases.entries()) {
      test(script.name, async () => agree((await played!)[number]!, script));
    }
  });
}
