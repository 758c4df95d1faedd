import { type Played, play } from '../test/play.ts';

/** The outcomes of all cases of the table, on the runtime that runs this. */
export async function playAll(server: string): Promise<Played[]> {
  const table = (await (await fetch(`${server}/table`)).json()) as { cases: unknown[] };
  const played: Played[] = [];
  for (const [number, script] of table.cases.entries()) played.push(await play(server, number, script));
  return played;
}
