/** What the sender of a file is told if a worker process could not read it. */
import { isStarved, TaskFault, TaskOverrun } from '../domain/isolated-tasks.ts';
import { TariffFileError } from './json-fields.ts';

/**
 * The error to throw in place of one that isolated work, or a check of its output, threw.
 *
 * @param limits whose limits the file exceeds, such as `an import`
 * @returns the same error if the fault is ours: an exception in the task, or anything that is not about a worker
 */
export function fileRefusal(error: unknown, limits: string): unknown {
  if (error instanceof TaskFault && error.kind === 'threw') return error;
  if (isStarved(error)) return new TariffFileError(null, 'the machine was too busy to read the file: try again');
  if (!(error instanceof TaskOverrun || error instanceof TaskFault || error instanceof SyntaxError)) return error;
  return new TariffFileError(null, `the file cannot be read within the limits of ${limits}`);
}
