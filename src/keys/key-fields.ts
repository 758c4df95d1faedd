/** What each field of a key may hold, and how it is stored. The same for every way to issue or edit a key. */
import { DEFAULT_LIMITS } from '../domain/key.ts';
import { resourceText } from '../domain/resource-text.ts';
import { RESOURCE_LIMIT_MAX, RESOURCE_LIMITS_MIN, RESOURCES, type Resource } from '../domain/resources.ts';
import { NETWORKS_MAX, parseNetwork } from './allowed-networks.ts';

export const NAME_LENGTH_MAX = 200;
export const OWNER_LENGTH_MAX = 200;
export const NOTES_LENGTH_MAX = 2000;
/** Room for 32 networks of IPv6, each on its own line. */
export const NETWORKS_LENGTH_MAX = 2000;
const TAGS_MAX = 10;
export const TAGS_LENGTH_MAX = 400;
const TAG_SHAPE = /^[\p{L}\p{N}][\p{L}\p{N}._:-]{0,31}$/u;

/** The fields that a user can set. */
export type KeyField =
  | 'name'
  | 'scope'
  | 'owner'
  | 'tags'
  | 'notes'
  | 'delegate'
  | 'perMinute'
  | 'perDay'
  | 'expiresAt'
  | 'networks'
  | Resource;

/** The input or the state of the key does not allow a change. The message is for the user. */
export class KeyError extends Error {
  /** @param field the field that is wrong, if it is one */
  constructor(
    message: string,
    readonly field?: KeyField,
  ) {
    super(message);
  }
}

export function checkName(text: string): string {
  const name = text.trim();
  if (!name || name.length > NAME_LENGTH_MAX) {
    throw new KeyError(`A name has 1 to ${NAME_LENGTH_MAX} characters.`, 'name');
  }
  return name;
}

export function checkOwner(text: string): string {
  const owner = text.trim();
  if (owner.length <= OWNER_LENGTH_MAX) return owner;
  throw new KeyError(`An owner has at most ${OWNER_LENGTH_MAX} characters.`, 'owner');
}

/** @param text words separated by spaces, commas or semicolons. Returns them in small letters, each once, in order. */
export function checkTags(text: string): string {
  const tags = new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  );
  for (const tag of tags) {
    if (TAG_SHAPE.test(tag)) continue;
    throw new KeyError(
      `"${shown(tag)}" is not a tag. A tag is a word of up to 32 letters, digits, dots, dashes, colons or underscores.`,
      'tags',
    );
  }
  if (tags.size > TAGS_MAX) throw new KeyError(`A key has at most ${TAGS_MAX} tags.`, 'tags');
  return [...tags].sort().join(' ');
}

export function checkNotes(notes: string): string {
  if (notes.length <= NOTES_LENGTH_MAX) return notes.trim();
  throw new KeyError(`Notes have at most ${NOTES_LENGTH_MAX} characters.`, 'notes');
}

/** @param limit null for the default */
export function checkLimit(field: 'perMinute' | 'perDay', limit: number | null): number {
  if (limit === null) return DEFAULT_LIMITS[field];
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= 1_000_000_000) return limit;
  throw new KeyError('A limit is a whole number from 1 to 1,000,000,000.', field);
}

const RESOURCE_NAMES: Record<Resource, string> = {
  storedBytes: 'stored bytes',
  cpuMs: 'processor time a day',
  bytesFetched: 'bytes fetched a day',
};

/** Limits of resources. A resource that is absent is not touched; null is the default. */
export type ResourceEdits = { readonly [R in Resource]?: number | null | undefined };

export function checkResources(limits: ResourceEdits): ResourceEdits {
  for (const resource of RESOURCES) {
    const limit = limits[resource];
    const min = RESOURCE_LIMITS_MIN[resource];
    if (limit == null || (Number.isSafeInteger(limit) && limit >= min && limit <= RESOURCE_LIMIT_MAX)) continue;
    const bounds = `${resourceText(resource, min)} to ${resourceText(resource, RESOURCE_LIMIT_MAX)}`;
    throw new KeyError(`The limit of ${RESOURCE_NAMES[resource]} must be ${bounds}.`, resource);
  }
  return limits;
}

/** The list as it is stored: each network once. */
export function checkNetworks(text: string): string {
  if (text.length > NETWORKS_LENGTH_MAX) {
    throw new KeyError(`A list of networks has at most ${NETWORKS_LENGTH_MAX} characters.`, 'networks');
  }
  const networks = new Set<string>();
  for (const entry of text.split(/[\s,;]+/).filter(Boolean)) {
    const network = parseNetwork(entry);
    if (!network) {
      throw new KeyError(
        `"${shown(entry)}" is not a network. Write an address, or a CIDR such as 203.0.113.0/24 or 2001:db8::/32.`,
        'networks',
      );
    }
    networks.add(network);
  }
  if (networks.size > NETWORKS_MAX) throw new KeyError(`A key has at most ${NETWORKS_MAX} networks.`, 'networks');
  return [...networks].join(' ');
}

function shown(text: string): string {
  return text.replace(/\p{C}/gu, '�').slice(0, 60);
}
