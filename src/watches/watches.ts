/** What the owner of a watch does: make it, change it, rotate its secret, ask for a test and for another delivery. */
import { DAY_MS } from '../domain/clock.ts';
import { type FaultDetail, PortsideError } from '../domain/errors.ts';
import { sha256Hex } from '../domain/sha256.ts';
import type { WatchedTariff } from '../domain/tariff-outlook.ts';
import {
  CODES_MAX,
  LINEAGE_STORES_MAX,
  OLD_SECRET_MS,
  type Pace,
  STORES_MAX,
  TEST_EVENT,
  WATCHES_MAX,
  type Watch,
  type WatchEvent,
  type WatchSubject,
} from '../domain/watch.ts';
import type { NewWatch, WatchStore } from '../domain/watch-store.ts';
import type { WatchedStores } from '../domain/watched-stores.ts';
import type { WebhookPost } from '../domain/webhook.ts';
import { type EventParts, makeEvent, newId } from './event.ts';
import { firstTold } from './tariff-look.ts';
import { newSecret } from './webhook-secret.ts';

/** The distinct codes of a finished tariff audit of a lineage. */
type AuditCodes = (lineageId: number, auditId: string) => Promise<readonly string[] | undefined>;

export interface WatchesParts extends EventParts {
  store: WatchStore;
  tariff: WatchedTariff;
  stores: WatchedStores;
  post: WebhookPost;
  /** Absent where there are no audits. */
  auditCodes?: AuditCodes;
}

interface Owner {
  lineageId: number;
  keyId: number;
}

/** What is sent to make a watch. Exactly one of `codes`, `audit_id` and `stores` is present. */
export interface WatchRequest {
  name?: string;
  codes?: readonly string[];
  audit_id?: string;
  stores?: readonly string[];
  every?: Pace;
  webhook?: { url: string };
}

export interface WatchEdit {
  name?: string;
  paused?: boolean;
  webhook?: { url: string } | null;
}

export class Watches {
  constructor(private readonly parts: WatchesParts) {}

  /** The scope that a request needs. @throws PortsideError `invalid_request` if it does not say what is watched */
  kindOf({ codes, audit_id, stores, every }: WatchRequest): WatchSubject['kind'] {
    const named = [codes, audit_id, stores].filter((part) => part !== undefined);
    if (named.length !== 1) throw fault('', 'must have exactly one of codes, audit_id and stores');
    if (stores === undefined && every !== undefined) throw fault('/every', 'is only for stores');
    return stores === undefined ? 'tariff' : 'pixel';
  }

  /**
   * With an `Idempotency-Key`, the same request gives the same watch for a day, with its secret.
   * @throws PortsideError `invalid_request`, `not_found` for an audit, `conflict`
   */
  async make(owner: Owner, request: WatchRequest, idempotencyKey: string | undefined): Promise<Watch> {
    const { store, clock, post } = this.parts;
    const subject = await this.#subject(owner.lineageId, request);
    if (request.webhook) await post.check(request.webhook.url);
    const inserted = await store.insert({
      ...owner,
      id: newId('wat', this.parts),
      name: request.name ?? '',
      isPaused: false,
      createdAtMs: clock.now(),
      subject,
      ...(request.webhook && { webhook: { url: request.webhook.url, state: 'on', secret: newSecret(clock) } }),
      ...(idempotencyKey !== undefined && {
        idempotency: { key: idempotencyKey, fingerprint: sha256Hex(JSON.stringify(request)) },
      }),
      parts: await this.#firstLooks(subject),
    });
    if ('watch' in inserted) return inserted.watch;
    if (inserted.outcome === 'conflict') throw new PortsideError('conflict');
    const message =
      inserted.outcome === 'too_many_watches'
        ? `Your keys have ${WATCHES_MAX} watches, which is the most. Delete one first.`
        : `Your watches may have ${LINEAGE_STORES_MAX} stores together. Delete a watch first.`;
    throw new PortsideError('conflict', { message });
  }

  /** @throws PortsideError `not_found`, `invalid_request` */
  async change(lineageId: number, id: string, edit: WatchEdit): Promise<{ watch: Watch; newSecret?: string }> {
    const { store, clock, post } = this.parts;
    const { name, paused, webhook } = edit;
    if (webhook) await post.check(webhook.url);
    let shown: string | undefined;
    const watch = await store.change(lineageId, id, clock.now(), (was) => {
      shown = webhook && !was.webhook ? newSecret(clock) : undefined;
      return {
        ...(name !== undefined && { name }),
        ...(paused !== undefined && { isPaused: paused }),
        ...(webhook === null && { webhook }),
        // Another address keeps the secret. Setting it, even to the same, switches a webhook on again.
        ...(webhook && {
          webhook: { ...withoutNote(was.webhook), url: webhook.url, state: 'on', secret: shown ?? was.webhook!.secret },
        }),
      };
    });
    return { watch: required(watch), ...(shown !== undefined && { newSecret: shown }) };
  }

  /** A new secret. The old one signs too for a day. @throws PortsideError `not_found`, `conflict` without a webhook */
  async rotate(lineageId: number, id: string, idempotencyKey: string | undefined): Promise<Watch> {
    const { store, clock } = this.parts;
    const watch = await store.change(lineageId, id, clock.now(), ({ webhook }) => {
      if (!webhook) throw new PortsideError('conflict', { message: NO_WEBHOOK });
      // A retry whose answer was lost must not rotate twice: the receiver would have neither secret.
      if (idempotencyKey !== undefined && webhook.rotationKey === idempotencyKey) return undefined;
      const { rotationKey: _, ...rest } = webhook;
      return {
        webhook: {
          ...rest,
          secret: newSecret(clock),
          oldSecret: webhook.secret,
          oldSecretUntilMs: clock.now() + OLD_SECRET_MS,
          ...(idempotencyKey !== undefined && { rotationKey: idempotencyKey }),
        },
      };
    });
    return required(watch);
  }

  /** An event that says that it is a test. @throws PortsideError `not_found` */
  async test(lineageId: number, id: string, idempotencyKey: string | undefined): Promise<WatchEvent> {
    const { store } = this.parts;
    const watch = required(await store.find(lineageId, id));
    const once = idempotencyKey === undefined ? undefined : `test ${id} ${sha256Hex(idempotencyKey)}`;
    const data = { summary: 'A test, because you asked for one. Nothing changed.' };
    return required(await store.addEvent(lineageId, id, makeEvent(this.parts, watch, TEST_EVENT, data, once)));
  }

  /** @throws PortsideError `not_found`, `conflict` if there is nowhere to send it */
  async redeliver(lineageId: number, eventId: string): Promise<WatchEvent> {
    const { store, clock } = this.parts;
    if (!(await store.findEvent(lineageId, eventId))) throw notFound('event');
    const event = await store.redeliver(lineageId, eventId, clock.now());
    if (!event) throw new PortsideError('conflict', { message: NO_WEBHOOK });
    return event;
  }

  /** The secret that a rotation or a change made is shown once; the rest of the time nobody can read it here. */
  async #subject(lineageId: number, request: WatchRequest): Promise<WatchSubject> {
    if (this.kindOf(request) === 'pixel') {
      const stores = await this.#addresses(request.stores!);
      return { kind: 'pixel', stores, every: request.every ?? 'day' };
    }
    if (request.audit_id === undefined) return { kind: 'tariff', codes: this.#codes(request.codes!, '/codes') };
    const found = await this.parts.auditCodes?.(lineageId, request.audit_id);
    if (!found) throw new PortsideError('not_found', { message: 'This API key has no finished audit with this id.' });
    const valid = found.filter((code) => this.parts.tariff.digitsOf(code) !== undefined);
    return { kind: 'tariff', codes: this.#codes(valid, '/audit_id'), auditId: request.audit_id };
  }

  /** Each number once, as it was first written. */
  #codes(codes: readonly string[], path: string): string[] {
    const distinct = new Map<string, string>();
    const faults: FaultDetail[] = [];
    for (const [i, code] of codes.entries()) {
      const digits = this.parts.tariff.digitsOf(code);
      if (digits === undefined)
        faults.push({ path: `${path}/${i}`, message: 'must be a tariff number of 4, 6, 8 or 10 digits' });
      else if (!distinct.has(digits)) distinct.set(digits, code.trim());
    }
    if (faults.length > 0) throw new PortsideError('invalid_request', { details: faults.slice(0, 100) });
    if (distinct.size === 0 || distinct.size > CODES_MAX) {
      throw fault(path, `must have 1 to ${CODES_MAX} distinct tariff numbers, not ${distinct.size}`);
    }
    return [...distinct.values()];
  }

  async #addresses(stores: readonly string[]): Promise<string[]> {
    const faults: FaultDetail[] = [];
    const distinct = new Set<string>();
    for (const [i, store] of stores.entries()) {
      try {
        distinct.add(this.parts.stores.address(store));
      } catch (error) {
        if (!(error instanceof PortsideError) || !error.details) throw error;
        faults.push(...error.details.map(({ message }) => ({ path: `/stores/${i}`, message })));
      }
    }
    if (faults.length > 0) throw new PortsideError('invalid_request', { details: faults.slice(0, 100) });
    if (distinct.size === 0 || distinct.size > STORES_MAX)
      throw fault('/stores', `must have 1 to ${STORES_MAX} stores`);
    return [...distinct];
  }

  async #firstLooks(subject: WatchSubject): Promise<NewWatch['parts']> {
    const { tariff, clock } = this.parts;
    const nowMs = clock.now();
    if (subject.kind === 'tariff') {
      return [{ part: '', dueAtMs: nowMs, ...(await firstTold(subject.codes, tariff)) }];
    }
    // Spread over an hour, so that a watch of many stores is not a burst.
    const spreadMs = Math.min(DAY_MS / 24, subject.stores.length * 30_000);
    return subject.stores.map((part, i) => ({
      part,
      dueAtMs: nowMs + Math.floor((spreadMs * i) / subject.stores.length),
    }));
  }
}

const NO_WEBHOOK = 'This watch has no webhook, or it is switched off. Set one with PATCH first.';

function withoutNote(webhook: Watch['webhook']): object {
  const { note: _, ...rest } = webhook ?? { note: '' };
  return rest;
}

function fault(path: string, message: string): PortsideError {
  return new PortsideError('invalid_request', { details: [{ path, message }] });
}

function notFound(what: 'watch' | 'event'): PortsideError {
  return new PortsideError('not_found', { message: `This API key has no ${what} with this id.` });
}

/** @throws PortsideError `not_found`, the same whether another lineage made it or nobody did */
export function required<T>(found: T | undefined, what: 'watch' | 'event' = 'watch'): T {
  if (found === undefined) throw notFound(what);
  return found;
}
