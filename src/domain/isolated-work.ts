/**
 * Work on text and files that strangers wrote, done outside the serving process. Such work can be stopped at any point: when it
 * exceeds its budget, only this piece of work is lost.
 */

/** The most that one piece of work may use. Enforced from outside the process that does it. */
export interface WorkBudget {
  /** Processor time. */
  cpuMs: number;
  /** Memory beyond that of an idle worker. */
  memoryBytes: number;
  /** Size of the result. */
  outputBytes: number;
  /** Elapsed time, for work that waits without using the processor. */
  wallMs: number;
}

export type BudgetResource = keyof WorkBudget;

/** What crosses to a worker and back: plain values, text and bytes. Never a class, function or cycle. */
export type WorkValue = unknown;

export interface WorkOrder {
  /** Name of the task in the worker's table of tasks. */
  task: string;
  input: WorkValue;
  budget: WorkBudget;
  /** On whose behalf: lineage of a key, network of a client, or host of a storefront. Owners take turns. */
  owner: string;
  /** Of the waiting work of one owner, the lowest comes first. Equal: in order of arrival. */
  size?: number;
}

export interface WorkResult {
  /** Checked by the caller like anything else from outside: the worker that read a stranger's text may be the stranger's. */
  output: WorkValue;
  cost: { cpuMs: number };
}

export interface IsolatedWork {
  /**
   * @throws WorkOverrun if the work exceeded its budget, WorkFault if the worker ended, threw or sent nonsense,
   *   PortsideError `unavailable` with `Retry-After` if the queue is full or the workers are closed
   */
  run(order: WorkOrder): Promise<WorkResult>;
}

/** The work exceeded its budget and was stopped. */
export class WorkOverrun extends Error {
  constructor(
    readonly resource: BudgetResource,
    readonly cost: { cpuMs: number },
  ) {
    super(`isolated work exceeded its budget: ${resource}`);
    this.name = 'WorkOverrun';
  }
}

/** The work failed for a reason of its own: its task threw, or its worker ended or broke the protocol. */
export class WorkFault extends Error {
  constructor(
    message: string,
    readonly cost: { cpuMs: number },
  ) {
    super(message);
    this.name = 'WorkFault';
  }
}
