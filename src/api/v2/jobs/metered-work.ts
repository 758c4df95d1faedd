/** Isolated work whose processor time is charged to who asked for it: a refused upload costs as much to read as an accepted one. */
import { type IsolatedWork, WorkFault, WorkOverrun } from '../../../domain/isolated-work.ts';
import type { ChargeCost } from '../../../domain/resource-cost.ts';

export function meteredWork(work: IsolatedWork, charge: ChargeCost): IsolatedWork {
  return {
    async run(order) {
      try {
        const result = await work.run(order);
        charge({ cpuMs: result.cost.cpuMs, bytesFetched: 0 });
        return result;
      } catch (error) {
        if (error instanceof WorkOverrun || error instanceof WorkFault) {
          charge({ cpuMs: error.cost.cpuMs, bytesFetched: 0 });
        }
        throw error;
      }
    },
    prepare: () => work.prepare(),
  };
}
