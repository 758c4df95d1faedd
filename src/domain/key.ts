/** What a key is and what state it is in. Pure: the clock is an argument. */
export type Scope = 'tariff' | 'pixel' | 'entry' | 'all';

/** Times are Unix milliseconds. */
export interface KeyRow {
  id: number;
  /** Id of the first key of this line of rotations; limits are shared along it. */
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
  /** Up to two minutes behind. */
  lastUsedAt: number | null;
}

/** `rotating` is a key that was rotated and still works until its overlap ends. */
export type KeyStatus = 'active' | 'rotating' | 'expired' | 'revoked';

export type Product = Exclude<Scope, 'all'>;
export const SCOPES = ['tariff', 'pixel', 'entry', 'all'] as const satisfies Scope[];

/** Limits of a key that was issued without its own (interface document, section 8). */
export const DEFAULT_LIMITS = { perMinute: 100, perDay: 10_000 };

export function statusOf(key: Pick<KeyRow, 'revokedAt' | 'expiresAt' | 'successorId'>, nowMs: number): KeyStatus {
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt <= nowMs) return 'expired';
  return key.successorId === null ? 'active' : 'rotating';
}

export function isUsable(key: Pick<KeyRow, 'revokedAt' | 'expiresAt'>, nowMs: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > nowMs);
}

export function covers(scope: Scope, product: Product): boolean {
  return scope === 'all' || scope === product;
}

/** `delegate:on` as a word of the notes enrols the key in the closed beta; the last of several such words wins. */
export function isDelegate(notes: string): boolean {
  const flags = notes.match(/(?<![^\s,;])delegate:(?:on|off)(?![^\s,;])/g);
  return flags?.at(-1) === 'delegate:on';
}

/** The notes with the delegate flag set or taken out, everything else left as it was. */
export function withDelegate(notes: string, on: boolean): string {
  const rest = notes
    .replace(/(?<![^\s,;])delegate:(?:on|off)(?![^\s,;])[,;]?/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (!on) return rest;
  return rest ? `${rest} delegate:on` : 'delegate:on';
}
