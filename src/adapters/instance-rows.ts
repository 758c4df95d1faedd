/** What both databases do with rows of instances. */
import type { Instance, InstanceLoad } from '../domain/instance.ts';

/** A server of another version may have written less. */
const NO_LOAD: InstanceLoad = { residentBytes: 0, pending: 0, lagMs: 0, pools: {} };

export function instanceOf(row: Omit<Instance, 'load'> & { load: string }): Instance {
  return { ...row, load: { ...NO_LOAD, ...(JSON.parse(row.load) as Partial<InstanceLoad>) } };
}

export function instanceRow(instance: Instance): Omit<Instance, 'load'> & { load: string } {
  return { ...instance, load: JSON.stringify(instance.load) };
}
