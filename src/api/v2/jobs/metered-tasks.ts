/** Isolated work whose processor time is charged to who asked for it: a refused upload costs as much to read as an accepted one. */
import { type IsolatedTasks, TaskFault, TaskOverrun } from '../../../domain/isolated-tasks.ts';
import type { ChargeCost } from '../../../domain/resource-cost.ts';

export function meteredTasks(tasks: IsolatedTasks, charge: ChargeCost): IsolatedTasks {
  return {
    async run(order) {
      try {
        const result = await tasks.run(order);
        charge({ cpuMs: result.cost.cpuMs, bytesFetched: 0 });
        return result;
      } catch (error) {
        if (error instanceof TaskOverrun || error instanceof TaskFault) {
          charge({ cpuMs: error.cost.cpuMs, bytesFetched: 0 });
        }
        throw error;
      }
    },
    prepare: () => tasks.prepare(),
  };
}
