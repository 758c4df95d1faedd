/**
 * Has duties worked out in isolated workers. A line of which little is known takes up to a fifth of a second of a core, because every
 * alternative is worked out, and lookups must not wait for it.
 */
import { PortsideError } from '../../domain/errors.ts';
import { type IsolatedTasks, isStarved, type TaskBudget, TaskFault, TaskOverrun } from '../../domain/isolated-tasks.ts';
import type { ChargeCost } from '../../domain/resource-cost.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { embeddedTariff } from '../embedded.ts';
import { parseCode, plainCode } from '../hts-code.ts';
import { serializeList } from '../serialize-list.ts';
import type { Tariff } from '../tariff.ts';
import type { TariffData } from '../tariff-data.ts';
import type { DutyItem, DutyResult } from './answer.ts';
import type { DutiesInput } from './worker-tasks.ts';

/** 50 of the most costly lines take this long on a machine that does nothing else. */
export const DUTIES_CPU_MS = 10_000;
/** For one line without a key. */
export const ANONYMOUS_DUTY_CPU_MS = 1000;
export const DUTIES_MEMORY_BYTES = 512 * 1024 * 1024;

const LIMITS: Omit<TaskBudget, 'cpuMs'> = {
  memoryBytes: DUTIES_MEMORY_BYTES,
  // A line with many alternatives has 180 kB.
  outputBytes: 16 * 1024 * 1024,
  wallMs: 20_000,
};
const RETRY_AFTER_S = 5;

/** For whom duties are worked out, and who is told the cost. */
export interface DutiesFor {
  owner: string;
  charge?: ChargeCost | undefined;
}

export class IsolatedDuties {
  readonly #budget: TaskBudget;
  /** What a worker needs to know of data that is not embedded. */
  readonly #changed = new WeakMap<TariffData, { key: string; attachments: Uint8Array[] }>();

  constructor(
    private readonly tariff: Pick<Tariff, 'data' | 'today'>,
    private readonly tasks: IsolatedTasks,
    cpuMs = DUTIES_CPU_MS,
  ) {
    this.#budget = { ...LIMITS, cpuMs };
  }

  /**
   * The results of the items, in order.
   * @throws PortsideError `invalid_request` if they take longer than the budget, `unavailable` with `Retry-After` if too much waits
   *   or the machine is too busy, `internal` if a worker fails
   */
  async answer(items: readonly DutyItem[], { owner, charge }: DutiesFor): Promise<DutyResult[]> {
    const { data } = this.tariff;
    const { key, attachments } = this.#changedIn(data);
    const rows = items.map(({ code }) => data.schedule.find(parseCode(plainCode(code)) ?? ''));
    const input: DutiesInput = {
      items,
      today: this.tariff.today(),
      // The schedule is too large to be sent.
      column1Rates: rows.map((row) => row?.general ?? null),
      descriptions: rows.map((row) => row?.path ?? []),
      dataKey: key,
    };
    const order = { task: 'duties', input, attachments, budget: this.#budget, owners: [owner], size: items.length };
    try {
      const { text, cost } = await this.tasks.run(order);
      charge?.({ cpuMs: cost.cpuMs, bytesFetched: 0 });
      return resultsOf(text, items.length);
    } catch (error) {
      if (!(error instanceof TaskOverrun || error instanceof TaskFault)) throw error;
      charge?.({ cpuMs: error.cost.cpuMs, bytesFetched: 0 });
      if (error instanceof TaskFault) throw new PortsideError('internal', { cause: error });
      if (isStarved(error)) throw new PortsideError('unavailable', { retryAfterS: RETRY_AFTER_S, cause: error });
      const message = 'takes too long with so little known: state more facts, or send fewer items';
      throw new PortsideError('invalid_request', { details: [{ path: '', message }] });
    }
  }

  /** The lists and numbers that were imported. Made once for each state of the data: packing takes a tenth of a second. */
  #changedIn(data: TariffData): { key: string; attachments: Uint8Array[] } {
    let changed = this.#changed.get(data);
    if (!changed) {
      const embedded = embeddedTariff();
      const lists = data.lists.filter((list) => !embedded.lists.includes(list)).map(serializeList);
      const attachments = [
        lists.length > 0 ? Buffer.from(JSON.stringify(lists)) : new Uint8Array(),
        data.numbers === embedded.numbers ? new Uint8Array() : data.numbers.pack(),
      ];
      changed = { key: sha256Hex(Buffer.concat(attachments)), attachments };
      this.#changed.set(data, changed);
    }
    return changed;
  }
}

/** Checked like anything that comes from outside of this process. */
function resultsOf(text: string, count: number): DutyResult[] {
  const results = JSON.parse(text) as DutyResult[];
  const isResult = (result: DutyResult) =>
    typeof result === 'object' &&
    result !== null &&
    ('refused' in result ? Array.isArray(result.refused) : 'settled' in result);
  if (!Array.isArray(results) || results.length !== count || !results.every(isResult)) {
    throw new PortsideError('internal', { cause: new Error('a worker sent something other than duties') });
  }
  return results;
}
