import { InvalidArgumentError } from 'commander';

const UNITS_MS = new Map<string, number>(Object.entries({ '': 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }));

/** Milliseconds of a duration such as `90s`, `30m`, `24h` or `7d`. A number without a unit is seconds. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,9})([smhd]?)$/.exec(text);
  if (!match) throw new InvalidArgumentError('This is not a duration. Use a number with s, m, h or d, such as 24h.');
  return Number(match[1]) * UNITS_MS.get(match[2]!)!;
}
