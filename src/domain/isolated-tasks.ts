/**
 * Work on text and files that strangers wrote, done outside the serving process. Such work can be stopped at any point: when it
 * exceeds its budget, only this piece of work is lost.
 */

/** The most that one piece of work may use. Enforced from outside the process that does it. */
export interface TaskBudget {
  /** Processor time. */
  cpuMs: number;
  /** Memory beyond that of an idle worker. */
  memoryBytes: number;
  /** Size of the result. */
  outputBytes: number;
  /** Elapsed time, for work that waits without using the processor. */
  wallMs: number;
}

export type BudgetResource = keyof TaskBudget;

export interface TaskOrder {
  /** Name of the task in the worker's table of tasks. */
  task: string;
  /** A JSON value. */
  input: unknown;
  /** Bytes that go beside `input` as they are. Do not change them until the work has ended. */
  attachments?: readonly Uint8Array[];
  budget: TaskBudget;
  /**
   * On whose behalf: the lineage of a key, the network of a client, the host of a storefront. They take turns, and none of them
   * can take all workers.
   */
  owners: readonly string[];
  /** Of the waiting work of one owner, small work comes first, but large work never waits for ever. In characters or bytes. */
  size?: number;
}

/** Check both like anything else from outside: the worker that read a stranger's text may act for the stranger. */
export interface TaskOutput {
  /** Mostly JSON. */
  text: string;
  bytes: Uint8Array;
}

export interface TaskResult extends TaskOutput {
  cost: WorkerCost;
}

export interface WorkerCost {
  /** Processor time of the worker in milliseconds, with a fraction. */
  cpuMs: number;
}

/** What a worker does for one name of `WorkOrder.task`. What it throws is our fault, so it returns what is wrong with its input. */
type Task = (input: never, attachments: Uint8Array[]) => Promise<Partial<TaskOutput>> | Partial<TaskOutput>;

/** The tasks of one kind of worker, and what it does before its first order. */
export interface TaskGroup {
  tasks: Record<string, Task>;
  warmUp?(): unknown;
}

export interface IsolatedTasks {
  /**
   * @throws WorkOverrun if the work exceeded its budget, WorkFault if its worker failed,
   *   PortsideError `unavailable` with `Retry-After` if too much work waits or the workers are closed
   */
  run(order: TaskOrder): Promise<TaskResult>;
  /** Says that work will come soon, so that a worker can start meanwhile. */
  prepare(): void;
}

/** The work exceeded its budget and was stopped. */
export class TaskOverrun extends Error {
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
  return error instanceof TaskOverrun && error.resource === 'wallMs';
}

/** `threw`: the task failed, which is our fault. `ended`: its worker ended. `protocol`: its worker sent what no worker sends. */
export type TaskFaultKind = 'threw' | 'ended' | 'protocol';

export class TaskFault extends Error {
  constructor(
    readonly kind: TaskFaultKind,
    message: string,
    readonly cost: WorkerCost,
  ) {
    super(message);
    this.name = 'WorkFault';
  }
}
