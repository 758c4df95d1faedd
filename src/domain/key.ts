/** An API key: its scope, its status, and the beta flag in its notes. */
import { utcDay } from './clock.ts';

export const SCOPES = ['tariff', 'pixel', 'entry', 'all'] as const;
/** What a key may be used for. */
export type Scope = (typeof SCOPES)[number];
export type Product = Exclude<Scope, 'all'>;

/** A key as it is stored: never its text, only the SHA-256 and enough to recognise it in a list. Times are Unix milliseconds. */
export interface ApiKey {
  id: number;
  /** Id of the first key of its lineage: the key and those it was rotated from or to. They share limits. */
  lineageId: number;
  name: string;
  scope: Scope;
  notes: string;
  /** SHA-256, hexadecimal. */
  hash: string;
  prefix: string;
  lastFour: string;
  perMinute: number;
  perDay: number;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** The key this one was rotated into. */
  successorId: number | null;
  /** Up to two minutes behind: `isUsedLater`. */
  lastUsedAt: number | null;
  /** CIDRs separated by spaces (`keys/allowed-networks.ts`): the key is refused from any other address. Empty: no restriction. */
  networks: string;
  /** Who answers for the key; empty if nobody is named. */
  owner: string;
  /** Words in small letters, separated by spaces, each once and in order. */
  tags: string;
}

/** Limits of a key that was issued without its own (interface document, section 8). */
export const DEFAULT_LIMITS = { perMinute: 100, perDay: 10_000 };

/** `rotating` is a key that was rotated and still works until its overlap ends. */
export type KeyStatus = 'active' | 'rotating' | 'expired' | 'revoked';

interface KeyTraits {
  revoked: boolean;
  expired?: boolean;
  rotated?: boolean;
}

/** What makes each status; a trait that is not named does not matter. Every key has exactly one. Databases filter by this table too. */
export const STATUS_TRAITS: Record<KeyStatus, KeyTraits> = {
  revoked: { revoked: true },
  expired: { revoked: false, expired: true },
  rotating: { revoked: false, expired: false, rotated: true },
  active: { revoked: false, expired: false, rotated: false },
};

export function statusOf(key: Pick<ApiKey, 'revokedAt' | 'expiresAt' | 'successorId'>, nowMs: number): KeyStatus {
  const traits: Required<KeyTraits> = {
    revoked: key.revokedAt !== null,
    expired: isExpired(key, nowMs),
    rotated: key.successorId !== null,
  };
  const statuses = Object.entries(STATUS_TRAITS) as [KeyStatus, KeyTraits][];
  const names = ['revoked', 'expired', 'rotated'] as const;
  return statuses.find(([, wanted]) =>
    names.every((name) => wanted[name] === undefined || wanted[name] === traits[name]),
  )![0];
}

export function isExpired({ expiresAt }: { expiresAt: number | null }, nowMs: number): boolean {
  return expiresAt !== null && expiresAt <= nowMs;
}

export function isUsable(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, nowMs: number): boolean {
  return key.revokedAt === null && !isExpired(key, nowMs);
}

export function covers(scope: Scope, product: Product): boolean {
  return scope === 'all' || scope === product;
}

/** Whether the notes enrol the key in the closed beta: `delegate:on` as a word. Of several such words the last one counts. */
export function isDelegate(notes: string): boolean {
  const flags = notes.match(/(?<![^\s,;])delegate:(?:on|off)(?![^\s,;])/g);
  return flags?.at(-1) === 'delegate:on';
}

/** The notes with the delegate flag set or removed. Everything else stays as it was. */
export function withDelegate(notes: string, on: boolean): string {
  const rest = notes
    .replace(/(?<![^\s,;])delegate:(?:on|off)(?![^\s,;])[,;]?/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (!on) return rest;
  return rest ? `${rest} delegate:on` : 'delegate:on';
}

/** Whether requests of today say that a key was used later than `lastUsedAt` says. */
export function isUsedLater({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, requestsToday: number, nowMs: number): boolean {
  return requestsToday > 0 && (lastUsedAt === null || utcDay(lastUsedAt) < utcDay(nowMs));
}
