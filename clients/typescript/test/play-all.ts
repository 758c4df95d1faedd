/** The part of conformance.test.ts that runs on Node: runs the whole table and prints the outcomes. */
import { play } from './play.ts';

const server = process.argv[2]!;
const table = (await (await fetch(`${server}/table`)).json()) as { cases: unknown[] };
const played = [];
for (const [number, script] of table.cases.entries()) played.push(await play(server, number, script));
process.stdout.write(JSON.stringify(played));
