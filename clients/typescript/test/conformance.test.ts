/** The table on Bun, from source. `runtimes/` plays it with the published package on every runtime. */
import { afterAll, test } from 'bun:test';
import { agree } from './agree.ts';
import { play } from './play.ts';
import { scriptedServer } from './scripted-server.ts';

const server = await scriptedServer();
afterAll(() => server.stop());
const table = await (await fetch(`${server.url}/table`)).json();

for (const [number, script] of table.cases.entries()) {
  test(script.name, async () => agree(await play(server.url, number, script), script));
}
