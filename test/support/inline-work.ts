/** Does isolated work in this process, so that a test can say how it ends. */
import type { IsolatedWork, WorkOrder, WorkResult, WorkTaskGroup } from '../../src/domain/isolated-work.ts';

/** What each piece of work costs here. */
const INLINE_CPU_MS = 1.5;

export class InlineWork implements IsolatedWork {
  readonly orders: WorkOrder[] = [];
  /** Throws instead of doing the work, if it returns an error. */
  fault: (order: WorkOrder) => Error | undefined = () => undefined;
  /** Answers instead of doing the work, if it returns a text. */
  answer: (order: WorkOrder) => string | undefined = () => undefined;
  readonly #group: WorkTaskGroup;

  constructor(group: WorkTaskGroup) {
    this.#group = group;
  }

  prepare(): void {}

  async run(order: WorkOrder): Promise<WorkResult> {
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
