/** What the libraries of one page would send. */

import type { EventFact, TagFact } from '../tags/facts.ts';
import type { Call, Certainty } from './calls.ts';
import type { KnownSender } from './senders.ts';
import { storeEventOf } from './store-events.ts';

/** One event that one sender sends to one destination. */
export interface Hit extends Certainty {
  sender: KnownSender;
  destination: number;
  /** The store event, or the vendor's name of an event without one. */
  event: string;
  sentAs: string;
  label?: string;
  /** Of hits with an equal key at most one is sent or counted. */
  once?: string;
  /** Sent each time the store event happens, by a pixel of Customer events. */
  isDriven: boolean;
  /** The code runs on the storefront and not in checkout. */
  isStorefrontOnly: boolean;
  /** The container whose tag it is. */
  container?: string;
  tagId?: string;
  /** False for hits that only fill an audience. */
  isCounted: boolean;
}

/** Longer lists of equal hits of one sender say nothing more. */
const EQUAL_HITS_MAX = 20;
const HITS_MAX = 2000;
const EVENTS_OF_CALL_MAX = 10;

export class Hits {
  readonly list: Hit[] = [];
  leftOut = 0;
  readonly #equal = new Map<string, number>();

  /** Nothing more is taken. The caller need not make the hit. */
  get isFull(): boolean {
    return this.list.length >= HITS_MAX;
  }

  add(hit: Hit): void {
    const key = hitKey(hit);
    const equal = this.#equal.get(key) ?? 0;
    if (equal >= EQUAL_HITS_MAX || this.isFull) {
      this.leftOut++;
      return;
    }
    this.#equal.set(key, equal + 1);
    this.list.push(hit);
  }
}

/** A name of the page for a report. A text that is no name may be personal data. */
export function shownEvent(name: string): string {
  return /^[\w{}%$.: …/-]{1,64}$/.test(name) ? name : '(unusable text)';
}

export function hitKey({ sender, destination, event, sentAs, label }: Hit): string {
  return `${destination}|${event}|${sentAs}|${label ?? ''}|${sender.key}`;
}

/** The store events on which a call sends `name`: those of its subscription, else the one that `name` stands for. */
export function eventsOf(fact: TagFact | EventFact, vendor: string, name: string): string[] {
  const own = storeEventOf(vendor, name) ?? name;
  const subscribed = (fact.on ?? []).filter((event) => !event.startsWith('all_'));
  const events = fact.runs === 'subscription' && subscribed.length > 0 ? new Set(subscribed) : [own];
  return [...events].slice(0, EVENTS_OF_CALL_MAX).map(shownEvent);
}

/** What all hits of one call have in common. */
export function hitOf(
  call: Call,
  window: { isStorefront: boolean },
): Pick<Hit, 'sender' | 'isDriven' | 'isStorefrontOnly' | 'container' | 'tagId'> {
  const { fact, sender, source } = call;
  return {
    sender,
    isDriven: source === 'app' || ('runs' in fact && fact.runs === 'subscription'),
    isStorefrontOnly: window.isStorefront && source !== 'app',
    ...(source === 'container' && { container: `${sender.sender.window} ${fact.origin}`, tagId: fact.tag?.id }),
  };
}
