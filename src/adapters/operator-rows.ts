/** What both databases do with rows of the operator page. */
import type { Operator } from '../domain/operator.ts';
import type { StoredOperator } from '../domain/operator-store.ts';

/** A row without its password hash, which only a sign-in needs. */
export function withoutHash({ passwordHash: _, ...operator }: StoredOperator): Operator {
  return operator;
}
