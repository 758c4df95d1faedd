/** What every bench is made of. A bench holds tables; a table sets Portside beside what a user would pick instead. */

/** One measurement: metric to value, in the metric's unit. */
export type Sample = Record<string, number>;

export interface Metric {
  name: string;
  /** Heading of its column, with the unit. */
  title: string;
  /** Whether the table shows Portside's value divided by each peer's, taken round by round. */
  ratio?: boolean;
}

export interface Contender {
  name: string;
  measure(): Promise<Sample>;
}

export interface Table {
  name: string;
  title: string;
  metrics: Metric[];
  /** Portside first: the ratios are its values over the others'. */
  contenders: Contender[];
  /** Where the usual number of rounds would take hours, or tell nothing more. */
  rounds?: number;
  /** Facts about the input that a reader of the figures needs. */
  notes?: string[];
}

export interface Rig {
  tables: Table[];
  /** Peers that this machine cannot run, and why. */
  skipped: string[];
  /** Checks once more that what was measured was right, and ends every process. */
  close(): Promise<void>;
}

export interface Pace {
  rounds: number;
  /** Of one timed run. */
  seconds: number;
  /** May be 0. */
  warmUpSeconds: number;
  /** How much of the long rows is done: millions of requests or rows, minutes of load. */
  shareOfLong: number;
}

export interface Bench {
  name: string;
  /** Programs without which nothing of it can run. */
  needs: string[];
  /** Starts and checks everything; nothing is timed yet. `say` tells a person what is under way. */
  prepare(pace: Pace, say: (text: string) => void): Promise<Rig>;
}

export const FULL: Pace = { rounds: 5, seconds: 1, warmUpSeconds: 4, shareOfLong: 1 };
/** To see that every bench still runs, not to be quoted. */
export const QUICK: Pace = { rounds: 1, seconds: 1, warmUpSeconds: 0, shareOfLong: 0.01 };

/**
 * Why a contender or bench cannot run here, undefined when it can.
 * @throws in CI: there a bench that silently measures less would pass for one that measured.
 */
export function missingTool(needs: string[]): string | undefined {
  const missing = needs.filter((tool) => !Bun.which(tool));
  if (missing.length === 0) return undefined;
  const reason = `${missing.join(', ')} not installed`;
  if (process.env.CI === 'true') throw new Error(reason);
  return reason;
}
