/** The parts of every bench. A bench has tables; a table compares Portside with what a user would pick instead. */

/** One measurement: name of the metric to its value, in the metric's unit. */
export type Sample = Record<string, number>;

export interface Metric {
  name: string;
  /** Heading of the column, with the unit. */
  title: string;
  /** Whether the table shows Portside's value divided by each peer's, computed in each round. */
  ratio?: boolean;
}

export interface Contender {
  name: string;
  /** Fewer rounds than the table has, for one that takes long and gives the same each time. */
  rounds?: number;
  measure(): Promise<Sample>;
}

export interface Table {
  name: string;
  title: string;
  metrics: Metric[];
  /** Portside comes first. Ratios are its values divided by the others'. */
  contenders: Contender[];
  /** Runs before the first round. */
  warmUp?(): Promise<void>;
  /** Each contender has a server or process of its own, so that a quick run can measure them at once. */
  isIndependent?: boolean;
  /** Set it if the usual number of rounds would take hours or show nothing more. */
  rounds?: number;
  /** Facts about the input that a reader of the results needs. */
  notes?: string[];
}

export interface PreparedBench {
  tables: Table[];
  /** Peers that this machine cannot run, with the reason. */
  skipped: string[];
  /** Checks again that the answers were right, and ends every process. */
  close(): Promise<void>;
}

export interface Pace {
  rounds: number;
  /** Length of one timed run. */
  seconds: number;
  /** May be 0. */
  warmUpSeconds: number;
  /** Share of the long rows to run: millions of requests or rows, minutes of load. */
  shareOfLong: number;
  /** Share of ten million rows of usage, a million certificates and 100,000 keys. */
  shareOfBig: number;
  /** Whether memory is watched under minutes of load. */
  watchesGrowth: boolean;
  /** Nothing is compared: inputs may be small, and servers measured at once. */
  isQuick: boolean;
}

export interface Bench {
  name: string;
  /** Programs that the whole bench needs. */
  needs: string[];
  /** Starts and checks everything; nothing is timed yet. `say` shows progress. */
  prepare(pace: Pace, say: (text: string) => void): Promise<PreparedBench>;
}

export const FULL: Pace = {
  rounds: 5,
  seconds: 1,
  warmUpSeconds: 4,
  shareOfLong: 1,
  shareOfBig: 0.2,
  watchesGrowth: false,
  isQuick: false,
};
/** Takes ten minutes more. */
export const LONG: Pace = { ...FULL, shareOfBig: 1, watchesGrowth: true };
/** Shows that every bench still runs. Its results mean nothing. */
export const QUICK: Pace = {
  rounds: 1,
  seconds: 1,
  warmUpSeconds: 0,
  shareOfLong: 0.01,
  shareOfBig: 0.01,
  watchesGrowth: true,
  isQuick: true,
};

/**
 * Why a contender or bench cannot run here; undefined when it can.
 * @throws in CI, where a bench that silently measures less would look like one that measured everything.
 */
export function missingTool(needs: string[]): string | undefined {
  const missing = needs.filter((tool) => !Bun.which(tool));
  if (missing.length === 0) return undefined;
  const reason = `${missing.join(', ')} not installed`;
  if (process.env.CI === 'true') throw new Error(reason);
  return reason;
}
