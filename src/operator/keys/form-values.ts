/** Reads the fields of the forms that issue and edit a key. */
import { SCOPES, type Scope } from '../../domain/key.ts';
import { readLastDay } from '../../keys/key-expiry.ts';
import { KeyError } from '../../keys/key-fields.ts';

/** @throws KeyError for an unknown scope */
export function readScope(form: URLSearchParams): Scope {
  const scope = SCOPES.find((known) => known === form.get('scope'));
  if (!scope) throw new KeyError('Choose a scope.', 'scope');
  return scope;
}

/** Undefined, for the default, when empty. NaN, which `KeyIssuer` refuses, for anything but digits. */
export function readLimit(text: string | null): number | undefined {
  if (!text?.trim()) return undefined;
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** The end of the last day in UTC, as Unix milliseconds; undefined when empty. @throws KeyError */
export function readExpires(form: URLSearchParams): number | undefined {
  const day = form.get('expires');
  if (!day) return undefined;
  const end = /^\d{4}-\d\d-\d\d$/.test(day) ? readLastDay(day) : undefined;
  if (end === undefined) throw new KeyError('The expiry is not a date.', 'expiresAt');
  return end;
}
