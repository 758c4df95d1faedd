import type { Work } from '../../domain/work.ts';
import { TariffFileError } from '../json-fields.ts';

/** Counts work. @throws TariffFileError if the file has cost more than its length allows */
export function spend(work: Work, units: number): void {
  work.done += units;
  if (work.spent) throw new TariffFileError(null, 'the file costs more to read than notes of its length');
}
