/** Does isolated work in this process, so that a test can say how it ends. */
import type { IsolatedTasks, TaskGroup, TaskOrder, TaskResult } from '../../src/domain/isolated-tasks.ts';

/** What each piece of work costs here. */
const INLINE_CPU_MS = 1.5;

export class InlineTasks implements IsolatedTasks {
  readonly orders: TaskOrder[] = [];
  /** Throws instead of doing the work, if it returns an error. */
  fault: (order: TaskOrder) => Error | undefined = () => undefined;
  /** Answers instead of doing the work, if it returns a text. */
  answer: (order: TaskOrder) => string | undefined = () => undefined;
  readonly #group: TaskGroup;

  constructor(group: TaskGroup) {
    this.#group = group;
  }

  prepare(): void {}

  async run(order: TaskOrder): Promise<TaskResult> {
    this.orders.push(order);
    const fault = this.fault(order);
    if (fault) throw fault;
    const cost = { cpuMs: INLINE_CPU_MS };
    const answer = this.answer(order);
    if (answer !== undefined) return { text: answer, bytes: new Uint8Array(0), cost };
    // As it crosses to a process and back.
    const input = JSON.parse(JSON.stringify(order.input)) as never;
    const { text = '', bytes = new Uint8Array(0) } = await this.#group.tasks[order.task]!(input, [
      ...(order.attachments ?? []),
    ]);
    return { text, bytes, cost };
  }
}
