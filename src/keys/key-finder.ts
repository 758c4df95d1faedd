/** Finds the key that a user names: by its id, by what is shown of it, or by the key itself, which is never repeated. */
import type { ApiKey } from '../domain/key.ts';
import { type KeyStore, readKeyText } from '../domain/key-store.ts';
import { KeyError } from './key-fields.ts';
import { hashKeyText, isKeyText } from './key-text.ts';

/** Keys that a message names when several match. */
const NAMED_MAX = 5;

type Keys = Pick<KeyStore, 'find' | 'findByHash' | 'search'>;

/** The text of a key inside of what was pasted: `Bearer svc_…`, in quotes, without its `svc_`. Undefined if there is none. */
function keyTextIn(pasted: string): string | undefined {
  const runs = pasted.match(/(?<![0-9A-Za-z])(?:svc_)?[0-9A-Za-z]{24}(?![0-9A-Za-z])/g) ?? [];
  return runs.map((run) => (run.startsWith('svc_') ? run : `svc_${run}`)).find(isKeyText);
}

/** Whether a text has more of a key than is ever shown, so that it must not be repeated, logged or put into an address. */
export function hasSecretOfKey(pasted: string): boolean {
  return /svc_[0-9A-Za-z]{5}/.test(pasted) || Boolean(keyTextIn(pasted));
}

/** Whether a text has a form that can name a key. */
export function isKeyReference(text: string): boolean {
  const wanted = text.trim();
  return hasSecretOfKey(wanted) || /^#?[1-9]\d{0,14}$/.test(wanted) || displayOf(wanted) !== undefined;
}

/** What is shown of a key, as the search reads it. */
function displayOf(wanted: string): string | undefined {
  const shown = /^[0-9A-Za-z]{4}$/.test(wanted) ? `…${wanted}` : wanted;
  return readKeyText(shown)?.kind === 'display' ? shown : undefined;
}

/** The key that was pasted; undefined if the text holds none, or one that is unknown. */
export async function findPastedKey(keys: Pick<KeyStore, 'findByHash'>, pasted: string): Promise<ApiKey | undefined> {
  const text = keyTextIn(pasted);
  return text === undefined ? undefined : keys.findByHash(hashKeyText(text));
}

/**
 * The one key that a text names: `7` or `#7`, `svc_ab12…wxyz`, `svc_ab12`, `wxyz`, `…1234`, or a whole key. Digits alone are an id.
 * @throws KeyError if no key or several match, without repeating anything secret
 */
export async function findKey(keys: Keys, text: string): Promise<ApiKey> {
  const wanted = text.trim();
  if (hasSecretOfKey(wanted)) {
    const pasted = await findPastedKey(keys, wanted);
    if (pasted) return pasted;
    throw new KeyError(
      keyTextIn(wanted) ? 'That key was not issued here.' : 'That is not a key: a character is missing or mistyped.',
    );
  }
  const id = /^#?([1-9]\d{0,14})$/.exec(wanted)?.[1];
  if (id !== undefined) {
    const row = await keys.find(Number(id));
    if (row) return row;
    throw new KeyError(`There is no key ${id}. \`portside keys list\` shows all keys.`);
  }
  const shown = displayOf(wanted);
  if (shown === undefined) {
    throw new KeyError(
      `"${wanted.replace(/\p{C}/gu, '�').slice(0, 40)}" does not name a key. Use its id, what is shown of it such as svc_ab12…wxyz, or its last four characters.`,
    );
  }
  const search = { text: shown, order: 'created', descending: true, limit: NAMED_MAX, offset: 0 } as const;
  const { rows } = await keys.search(search, 0);
  if (rows.length === 1) return rows[0]!;
  if (rows.length === 0) throw new KeyError(`No key is shown as ${shown}.`);
  const ids = rows.map((row) => row.id).join(', ');
  throw new KeyError(`Several keys are shown as ${shown}: ${ids}. Name one by its id.`);
}
