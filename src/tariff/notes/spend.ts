import type { Effort } from '../../domain/effort.ts';
import { TariffFileError } from '../json-fields.ts';

/** Counts work. @throws TariffFileError if the file has cost more than its length allows */
export function spend(effort: Effort, units: number): void {
  effort.done += units;
  if (effort.spent) throw new TariffFileError(null, 'the file costs more to read than notes of its length');
}
