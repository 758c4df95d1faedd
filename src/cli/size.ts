import { InvalidArgumentError } from 'commander';

const UNITS = new Map<string, number>(
  Object.entries({ '': 1, kb: 1000, mb: 1_000_000, gb: 1_000_000_000, tb: 1_000_000_000_000 }),
);

/** Bytes of a size such as `500MB` or `2GB`. Units are decimal, and a number without one is bytes. */
export function parseSize(text: string): number {
  const match = /^(\d{1,15})(|kb|mb|gb|tb)$/i.exec(text);
  if (!match) throw new InvalidArgumentError('This is not a size. Use a number with kB, MB, GB or TB, such as 500MB.');
  return Number(match[1]) * UNITS.get(match[2]!.toLowerCase())!;
}
