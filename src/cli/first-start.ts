/** The first start on a data folder: creates an API key and an operator password, and prints them once. */

import { firstCurl } from '../api/v1/first-requests.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../domain/clock.ts';
import type { Product } from '../domain/key.ts';
import { FIRST_OPERATOR_NAME } from '../domain/operator.ts';
import type { Storage } from '../domain/storage.ts';
import { KeyIssuer } from '../keys/key-issuer.ts';
import { addFirstOwner, hasOperator } from '../operator/accounts.ts';
import { makePassword } from '../operator/password/password.ts';
import { cliActor } from './storage-access.ts';

export interface FirstStart {
  key: string;
  /** Absent if the operator configured a password. */
  password?: string;
  /**
   * Resolves when the hash of the password is stored, with false if another password was set meanwhile. Hashing takes a tenth
   * of a second.
   */
  settled: Promise<boolean>;
}

/**
 * Creates the key and the password; undefined if this is not the first start. If the process is killed before `settled`, the
 * next start is a first start again.
 */
export async function firstStart(storage: Storage, config: Config, clock: Clock): Promise<FirstStart | undefined> {
  if (await hasOperator(storage)) return undefined;
  const keyIssuer = new KeyIssuer(storage, clock);
  const { key } = await keyIssuer.issue({ name: 'first key', scope: 'all', notes: 'delegate:on' }, cliActor);
  const password = config.operator_password || makePassword(clock);
  const settled = addFirstOwner(storage, clock, password);
  return config.operator_password ? { key, settled } : { key, password, settled };
}

export function firstStartText(url: string, { key, password }: FirstStart): string {
  const curl = (product: Product) => firstCurl(url, product, key).join(' ');
  return [
    'This is the first start on this data folder. The secrets below are shown only once.',
    '',
    `  API key            ${key}`,
    ...(password ? [`  Operator name      ${FIRST_OPERATOR_NAME}`, `  Operator password  ${password}`] : []),
    '',
    'One line for each product, ready to paste:',
    '',
    curl('tariff'),
    '',
    curl('pixel'),
    '',
    curl('entry'),
    '',
  ].join('\n');
}
