/** Watches: what a key wants to be told of, the events that tell it, and how they are delivered. */
import { DAY_MS } from './clock.ts';
import type { Product } from './key.ts';

export type WatchKind = Extract<Product, 'tariff' | 'pixel'>;
export const WATCH_KINDS: readonly WatchKind[] = ['tariff', 'pixel'];

/** Of one lineage of keys. */
export const WATCHES_MAX = 100;
export const CODES_MAX = 10_000;
export const STORES_MAX = 100;
/** Stores of all watches of a lineage together. */
export const LINEAGE_STORES_MAX = 500;
/** Older events of a watch go when it has more. */
export const EVENTS_PER_WATCH_MAX = 1000;
/** The event that an owner asks for. Older ones go when a watch has more, and all go with their watch. */
export const TEST_EVENT = 'watch.test';
export const TESTS_PER_WATCH_MAX = 50;
export const EVENTS_KEPT_MS = 90 * DAY_MS;
/** How long the secret before a rotation signs too. */
export const OLD_SECRET_MS = DAY_MS;
/** How long an `Idempotency-Key` is remembered. */
export const WATCH_IDEMPOTENCY_MS = DAY_MS;

export const PACES = ['day', 'week'] as const;
export type Pace = (typeof PACES)[number];

export type WatchSubject =
  | { kind: 'tariff'; codes: readonly string[]; auditId?: string }
  | { kind: 'pixel'; stores: readonly string[]; every: Pace };

export interface Webhook {
  url: string;
  /** `off`: nothing is sent until the watch is changed. */
  state: 'on' | 'off';
  /** Why it is off. */
  note?: string;
  /** `whsec_` and base64. */
  secret: string;
  oldSecret?: string;
  oldSecretUntilMs?: number;
  /** The `Idempotency-Key` of the latest rotation. */
  rotationKey?: string;
}

export interface Watch {
  /** Order of creation. */
  seq: number;
  /** `wat_` and 24 characters. */
  id: string;
  lineageId: number;
  keyId: number;
  name: string;
  isPaused: boolean;
  createdAtMs: number;
  subject: WatchSubject;
  webhook?: Webhook;
}

/** How the latest look at a part of a watch went. */
export interface LookState {
  /** Address of a store; empty for the numbers of a tariff watch. */
  part: string;
  lookedAtMs?: number;
  /** A word: `told`, `unchanged`, `not_judged`, `skipped`. */
  outcome?: string;
  /** Absent while the watch is paused. */
  dueAtMs?: number;
}

export const EVENT_TYPES = [
  'tariff.revised',
  'tariff.change_due',
  'pixel.changed',
  'pixel.not_judged',
  'pixel.skipped',
  TEST_EVENT,
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface NewEvent {
  /** `evt_` and 24 characters. It never changes. */
  id: string;
  type: EventType;
  atMs: number;
  /** The body that is sent, every time the same bytes: `{"type","timestamp","data"}`. */
  body: string;
  /** A second event with the same name is not stored. */
  once?: string;
}

/** `none`: the watch had no webhook. `dead`: given up; it can be sent again on request. */
export type DeliveryState = 'none' | 'pending' | 'delivered' | 'dead';

/** One attempt to deliver. */
export interface Attempt {
  atMs: number;
  /** HTTP status, if there was an answer. */
  status?: number;
  /** What went wrong, for the owner. */
  error?: string;
}

/** Attempts that are kept of an event: those of a schedule and two by hand. */
export const ATTEMPTS_KEPT = 10;

export interface WatchEvent extends Omit<NewEvent, 'once'> {
  seq: number;
  watchId: string;
  lineageId: number;
  delivery: { state: DeliveryState; attempts: number; dueAtMs?: number; log: readonly Attempt[] };
}
