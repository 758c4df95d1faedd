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

export interface WorkOrder {
  /** Name of the task in the worker's table of tasks. */
  task: string;
  /** A JSON value. */
  input: unknown;
  /** Bytes that go beside `input` as they are. Do not change them until the work has ended. */
  attachments?: readonly Uint8Array[];
  budget: WorkBudget;
  /**
   * On whose behalf: the lineage of a key, the network of a client, the host of a storefront. They take turns, and none of them
   * can take all workers.
   */
  owners: readonly string[];
  /** Of the waiting work of one owner, small work comes first, but large work never waits for ever. In characters or bytes. */
  size?: number;
}

/** Check both like anything else from outside: the worker that read a stranger's text may act for the stranger. */
export interface WorkOutput {
  /** Mostly JSON. */
  text: string;
  bytes: Uint8Array;
}

export interface WorkResult extends WorkOutput {
  cost: WorkerCost;
}

export interface WorkerCost {
  /** Processor time of the worker in milliseconds, with a fraction. */
  cpuMs: number;
}

/** What a worker does for one name of `WorkOrder.task`. What it throws is our fault, so it returns what is wrong with its input. */
type WorkTask = (input: never, attachments: Uint8Array[]) => Promise<Partial<WorkOutput>> | Partial<WorkOutput>;

/** The tasks of one kind of worker, and what it does before its first order. */
export interface WorkTaskGroup {
  tasks: Record<string, WorkTask>;
  warmUp?(): unknown;
}

export interface IsolatedWork {
  /**
   * @throws WorkOverrun if the work exceeded its budget, WorkFault if its worker failed,
   *   PortsideError `unavailable` with `Retry-After` if too much work waits or the workers are closed
   */
  run(order: WorkOrder): Promise<WorkResult>;
  /** Says that work will come soon, so that a worker can start meanwhile. */
  prepare(): void;
}

/** The work exceeded its budget and was stopped. */
export class WorkOverrun extends Error {
  constructor(
    readonly resource: BudgetResource,
    readonly cost: WorkerCost,
  ) {
    super(`isolated work exceeded its budget: ${resource}`);
    this.name = 'WorkOverrun';
  }
}

/**
 * Whether the work got too little of the processor in its elapsed time. Tasks wait for nothing, so the machine is too busy, and the
 * text is not at fault.
 */
export function isStarved(error: unknown): boolean {
  return error instanceof WorkOverrun && error.resource === 'wallMs';
}

/** `threw`: the task failed, which is our fault. `ended`: its worker ended. `protocol`: its worker sent what no worker sends. */
export type WorkFaultKind = 'threw' | 'ended' | 'protocol';

export class WorkFault extends Error {
  constructor(
    readonly kind: WorkFaultKind,
    message: string,
    readonly cost: WorkerCost,
  ) {
    super(message);
    this.name = 'WorkFault';
  }
}
