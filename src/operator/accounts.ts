/** Adding, changing and removing operators, for the page and the commands. Every change is in the audit. */
import type { ActivityEntry, Actor } from '../domain/activity-log.ts';
import type { Clock } from '../domain/clock.ts';
import {
  FIRST_OPERATOR_NAME,
  firstOwner,
  isLastOwner,
  isOperatorName,
  type Operator,
  type Role,
} from '../domain/operator.ts';
import type { OperatorChange, OperatorStore } from '../domain/operator-store.ts';
import { hashPassword, isPassword, makePassword } from './password/password.ts';

/** A change that is refused, with the reason for whoever asked for it. */
export class AccountError extends Error {}

const COMMAND_LINE: Actor = { name: 'cli', origin: 'command line' };

interface PasswordChange {
  /** A password that was chosen; otherwise a random one is made. */
  chosen?: string;
  /** Deletes all counts of wrong passwords. Only for who may do everything anyway: it would allow more guesses. */
  liftsLockouts: boolean;
}

export class OperatorAccounts {
  readonly #store: OperatorStore;
  readonly #clock: Pick<Clock, 'now' | 'random'>;

  constructor({ operator }: { operator: OperatorStore }, clock: Pick<Clock, 'now' | 'random'>) {
    this.#store = operator;
    this.#clock = clock;
  }

  list(): Promise<Operator[]> {
    return this.#store.list();
  }

  /** Returns the password, which is stored only as a hash. @throws AccountError */
  async add(name: string, role: Role, actor: Actor, chosen?: string): Promise<string> {
    if (!isOperatorName(name)) {
      throw new AccountError(
        `"${name}" cannot be the name of an operator. Use up to 32 small letters, digits, dots, dashes and underscores, with a letter or digit first. cli, configuration, operator and unknown are taken.`,
      );
    }
    const { password, passwordHash } = await this.#hash(chosen);
    await this.#change(name, 'operator.add', actor, role, (operators) => {
      if (operators.some((operator) => operator.name === name)) {
        throw new AccountError(`There is an operator ${name} already. Choose another name.`);
      }
      // Otherwise nobody could add an owner on the page, and the next start would not be a first start.
      if (role !== 'owner' && !firstOwner(operators)) {
        throw new AccountError('There is no owner yet. Add one first, with the role owner.');
      }
      return { kind: 'add', name, role, passwordHash, atMs: this.#clock.now() };
    });
    return password;
  }

  /** Ends the sessions of the operator. @throws AccountError when there is no such operator, or no other owner */
  async remove(name: string, actor: Actor): Promise<void> {
    await this.#change(name, 'operator.remove', actor, '', (operators) => {
      const operator = named(operators, name);
      if (isLastOwner(operators, operator)) {
        throw new AccountError(`${name} is the only owner. Add another owner first.`);
      }
      return { kind: 'remove', id: operator.id };
    });
  }

  /** Ends the sessions of the operator. @throws AccountError when there is no such operator, or no other owner */
  async setRole(name: string, role: Role, actor: Actor): Promise<void> {
    await this.#change(name, 'operator.role', actor, role, (operators) => {
      const operator = named(operators, name);
      if (role !== 'owner' && isLastOwner(operators, operator)) {
        throw new AccountError(`${name} is the only owner. Make another operator an owner first.`);
      }
      return { kind: 'role', id: operator.id, role };
    });
  }

  /** Ends the sessions of the operator and returns the password. @throws AccountError */
  async setPassword(name: string, actor: Actor, { chosen, liftsLockouts }: PasswordChange): Promise<string> {
    const { password, passwordHash } = await this.#hash(chosen);
    await this.#change(name, 'password.set', actor, '', (operators) => {
      const { id } = named(operators, name);
      return { kind: 'password', id, passwordHash, atMs: this.#clock.now(), liftsLockouts };
    });
    return password;
  }

  async #hash(chosen?: string): Promise<{ password: string; passwordHash: string }> {
    const password = chosen ?? makePassword(this.#clock);
    return { password, passwordHash: await hashPassword(password) };
  }

  #change(
    name: string,
    action: string,
    actor: Actor,
    detail: string,
    decide: (operators: Operator[]) => OperatorChange,
  ): Promise<void> {
    const activity: ActivityEntry = {
      atMs: this.#clock.now(),
      actor: actor.name,
      origin: actor.origin,
      action,
      subject: `operator ${name}`,
      detail,
    };
    return this.#store.change((operators) => ({ change: decide(operators), activity }));
  }
}

/** @throws AccountError */
function named(operators: Operator[], name: string): Operator {
  const operator = operators.find((known) => known.name === name);
  if (!operator) throw new AccountError(`There is no operator ${name}. \`portside operators list\` shows all of them.`);
  return operator;
}

/** False on a data folder that no server was started on. */
export async function hasOperator({ operator }: { operator: OperatorStore }): Promise<boolean> {
  return (await operator.list()).length > 0;
}

/**
 * Adds the first owner. While its password was hashed somebody else may have added one: a command, or another server on the
 * same database.
 * @returns false if there is an owner by now; nothing is changed then
 */
export async function addFirstOwner(
  storage: { operator: OperatorStore },
  clock: Pick<Clock, 'now' | 'random'>,
  password: string,
  actor: Actor = COMMAND_LINE,
): Promise<boolean> {
  try {
    await new OperatorAccounts(storage, clock).add(FIRST_OPERATOR_NAME, 'owner', actor, password);
    return true;
  } catch (error) {
    if (error instanceof AccountError && firstOwner(await storage.operator.list())) return false;
    throw error;
  }
}

/** Sets the password of the first owner, and adds that owner if there is none. Lifts every lockout. Returns the owner's name. */
export async function setPassword(
  storage: { operator: OperatorStore },
  clock: Pick<Clock, 'now' | 'random'>,
  password: string,
  actor: Actor = COMMAND_LINE,
): Promise<string> {
  const accounts = new OperatorAccounts(storage, clock);
  if (!(await hasOperator(storage)) && (await addFirstOwner(storage, clock, password, actor)))
    return FIRST_OPERATOR_NAME;
  const owner = firstOwner(await accounts.list());
  if (!owner) throw new AccountError('There is no owner. `portside operators list` shows all operators.');
  await accounts.setPassword(owner.name, actor, { chosen: password, liftsLockouts: true });
  return owner.name;
}

/** Called at start with the password of the configuration. Sets it only if it differs, because setting it ends sessions. */
export async function adoptPassword(
  storage: { operator: OperatorStore },
  clock: Pick<Clock, 'now' | 'random'>,
  password: string,
): Promise<void> {
  const owner = firstOwner(await storage.operator.list());
  const stored = owner && (await storage.operator.find(owner.name));
  if (await isPassword(stored?.passwordHash, password)) return;
  await setPassword(storage, clock, password, { name: 'configuration', origin: 'PORTSIDE_OPERATOR_PASSWORD' });
}
