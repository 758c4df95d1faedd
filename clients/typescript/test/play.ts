/** Runs one case against the scripted server. Works on Bun and, bundled, on Node. */
import { runCase } from './run-case.ts';

const API_KEY = 'svc_Portside0Scripted02QNBRF';

export interface Played {
  actual: object;
  /** Faults that the scripted server found in the requests. */
  faults: string[];
  /** True if a user could see the key in what was returned, thrown or logged. */
  leaked: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: a case is read as it stands in the table
export async function play(server: string, number: number, script: any): Promise<Played> {
  const run = `${number}/${crypto.randomUUID()}`;
  const stalled = script.cancel === 'request' ? fetch(`${server}/stalled/${run}`) : undefined;
  const { actual, visible } = await runCase(script, `${server}/case/${run}`, API_KEY, stalled);
  const faults = (await (await fetch(`${server}/faults/${run}`)).json()) as string[];
  return { actual, faults, leaked: visible.includes(API_KEY.slice(4)) };
}
