import { afterAll, describe, expect, test } from 'bun:test';
import { type Played, play } from './play.ts';
import { scriptedServer } from './scripted-server.ts';

const server = await scriptedServer();
afterAll(() => server.stop());
const table = await (await fetch(`${server.url}/table`)).json();
const node = Bun.which('node');

describe('on Bun', () => {
  for (const [number, script] of table.cases.entries()) {
    test(script.name, async () => agree(await play(server.url, number, script), script));
  }
});

describe.skipIf(!node && process.env.CI !== 'true')('on Node', () => {
  let played: Promise<Played[]> | undefined;
  for (const [number, script] of table.cases.entries()) {
    test(script.name, async () => {
      played ??= playOnNode();
      agree((await played)[number]!, script);
    });
  }
});

function agree({ actual, faults, leaked }: Played, script: { expect: object }) {
  expect(actual).toMatchObject({ waits: [], ...script.expect });
  expect(faults).toEqual([]);
  expect(leaked).toBe(false);
}

async function playOnNode(): Promise<Played[]> {
  const { outputs } = await Bun.build({ entrypoints: [`${import.meta.dir}/play-all.ts`], target: 'node' });
  const child = Bun.spawn([node!, '--input-type=module', '-', server.url], { stdin: outputs[0]!, stdout: 'pipe' });
  return JSON.parse(await new Response(child.stdout).text());
}
