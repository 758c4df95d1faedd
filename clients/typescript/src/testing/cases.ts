import { TABLE } from '../generated/table.ts';
import type { FakeAnswer } from './answer.ts';

export interface Case {
  name: string;
  turns: FakeAnswer[];
}

type Shared = Record<string, object>;
const { shared, cases } = TABLE as { shared: Shared; cases: unknown[] };

/** An answer or a value that several cases use. */
export function sharedPart<T>(name: string): T {
  return resolve({ use: name }) as T;
}

/** The cases that `FakePortside.play` knows. */
export function caseNames(): string[] {
  return (cases as Case[]).map(({ name }) => name);
}

/** @throws Error if there is no such case */
export function turnsOf(name: string): FakeAnswer[] {
  const found = (cases as Case[]).find((each) => each.name === name);
  if (!found) throw new Error(`There is no case "${name}". See caseNames().`);
  return resolve(found.turns) as FakeAnswer[];
}

/** Replaces every `{ use: NAME, ...members }` by the shared part of that name, with the members added or overwritten. */
function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve);
  if (value === null || typeof value !== 'object') return value;
  const { use, ...members } = value as Record<string, unknown>;
  const own = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, resolve(member)]));
  return use === undefined ? own : { ...(resolve(shared[String(use)]) as object), ...own };
}
