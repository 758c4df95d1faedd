/** Who may sign in to the operator page, and what each role may do there. */

/** From the one that may do least. A role may do everything that the roles before it may do. */
export const ROLES = ['reader', 'issuer', 'owner'] as const;

export type Role = (typeof ROLES)[number];

export interface Operator {
  /** Never given to another operator, even if the name is used again. */
  id: number;
  name: string;
  role: Role;
  /** Unix milliseconds. */
  createdAt: number;
  /** When the present password was set, Unix milliseconds. */
  passwordSetAt: number;
}

/** The name of the operator that the first start makes. */
export const FIRST_OPERATOR_NAME = 'owner';

export const OPERATOR_NAME_LENGTH_MAX = 32;
const NAME_SHAPE = /^[a-z0-9][a-z0-9._-]{0,31}$/;
/** The audit uses these names for changes that no operator made, and for operators before they had names. */
const RESERVED_NAMES = ['cli', 'configuration', 'operator', 'unknown'];

export function isOperatorName(name: string): boolean {
  return NAME_SHAPE.test(name) && !RESERVED_NAMES.includes(name);
}

/** Whether `role` may do what needs `least`. False for a role or an action that is not known. */
export function mayAct(role: Role, least: Role): boolean {
  const needed = ROLES.indexOf(least);
  return needed >= 0 && ROLES.indexOf(role) >= needed;
}

/** The operator whose password `PORTSIDE_OPERATOR_PASSWORD` sets: the owner who was added first. */
export function firstOwner<T extends Operator>(operators: readonly T[]): T | undefined {
  return operators.filter(({ role }) => role === 'owner').sort((a, b) => a.id - b.id)[0];
}

/** Whether nobody could manage operators if this one were removed or had another role. */
export function isLastOwner(operators: readonly Operator[], { id }: Operator): boolean {
  return operators.every((other) => other.id === id || other.role !== 'owner');
}
