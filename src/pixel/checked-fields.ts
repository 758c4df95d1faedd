/** Checks of the fields of an answer that a worker process gave. It has read what a stranger wrote, so it is trusted with nothing. */

const FIELD_CHARS_MAX = 8192;

/** The worker said something that no worker says. */
export class BadOutput extends Error {}

export function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new BadOutput('object');
  return value as Record<string, unknown>;
}

/** An absent list is empty. */
export function listOf<T>(value: unknown, lengthMax: number, item: (value: unknown) => T): T[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > lengthMax) throw new BadOutput('list');
  return value.map(item);
}

export function stringOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > FIELD_CHARS_MAX) throw new BadOutput('string');
  return value;
}

/** A whole number, 0 or more. */
export function countOf(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new BadOutput('number');
  return value as number;
}

/** From 0 to 100. */
export function pointsOf(value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) throw new BadOutput('points');
  return value;
}

export function oneOf<T extends string>(values: readonly T[]): (value: unknown) => T {
  return (value) => {
    if (!(values as readonly unknown[]).includes(value)) throw new BadOutput('value');
    return value as T;
  };
}

/** The fields of `value` that are present and known, each checked. Others are left out. */
export function optional<T extends object>(
  value: Record<string, unknown>,
  checks: { [K in keyof T]: (value: unknown) => T[K] },
): Partial<T> {
  const kept: Partial<T> = {};
  for (const key in checks) if (value[key] !== undefined) kept[key] = checks[key](value[key]);
  return kept;
}
