/** A key that is not enrolled is refused while the beta is on. Whoever issues one should learn that before a customer does. */
import type { Config } from '../config.ts';
import { type ApiKey, isDelegate } from '../domain/key.ts';

/** Undefined if the key is enrolled, or the beta is off. */
export function betaWarning({ id, notes }: ApiKey, { beta }: Pick<Config, 'beta'>): string | undefined {
  if (beta === 'off' || isDelegate(notes)) return undefined;
  return `Key ${id} is not enrolled in the beta, so the API refuses it with 403 beta. To enrol it: portside keys edit ${id} --delegate on`;
}
