/** The value of `--min-score`. */
import { InvalidArgumentError } from 'commander';

/** @throws InvalidArgumentError if it is no score: a whole number from 0 to 100 */
export function parseScore(text: string): number {
  const score = /^\d{1,3}$/.test(text) ? Number(text) : 101;
  if (score > 100) throw new InvalidArgumentError('Use a whole number from 0 to 100.');
  return score;
}
