/** When a tag fires, as facts: on which pages of the shop, on which events, and whether it waits for consent. */
import type { JourneyPage, ShopAddresses } from '../../domain/scan-report.ts';
import { textOf } from '../javascript/literal.ts';
import type { Firing } from '../tags/facts.ts';
import { waitsForConsent } from './consent.ts';
import { type Firings, LOAD_EVENTS } from './firing.ts';
import { type Answer, atomsOf, type Formula, solve } from './formula.ts';
import type { Situation } from './situation.ts';
import { describeTag } from './trigger-words.ts';

/** What is known of a shop when its containers are read. */
export interface Shop {
  /** Only the host. */
  anywhere: Situation;
  pages: Partial<Record<JourneyPage, Situation>>;
}

/** A visitor may come to a page with a query of an advertisement, so queries are not known. */
export function shopOf(addresses: ShopAddresses | undefined): Shop {
  const pages: Shop['pages'] = {};
  for (const [page, address] of Object.entries(addresses?.pages ?? {})) {
    const url = URL.parse(address);
    if (url) pages[page as JourneyPage] = { url, anyQuery: true };
  }
  return { anywhere: { host: addresses?.host.toLowerCase() }, pages };
}

export function firingOf(firings: Firings, tag: number, shop: Shop): Firing {
  const { effort } = firings;
  const load = firings.onLoad(tag, shop.anywhere);
  const { answer } = solve([load], effort);
  const pages: Firing['pages'] = {};
  for (const [page, situation] of Object.entries(shop.pages))
    pages[page as JourneyPage] = solve([firings.onLoad(tag, situation)], effort).answer;
  return {
    onLoad: answer === 'yes' ? 'always' : answer === 'no' ? 'never' : isAboutPages(firings, load) ? 'some' : 'perhaps',
    pages,
    events: eventsOf(firings, tag, shop.anywhere),
    when: describeTag(firings, tag, shop.anywhere),
    ...(waitsForConsent(firings, tag) && { waitsForConsent: true }),
  };
}

/** Names of the events on which the tag may fire; `.*` for any. */
function eventsOf(firings: Firings, tag: number, anywhere: Situation): string[] {
  const { named, isOpen } = firings.eventsOf(tag);
  const mayFire = (event: string | undefined): boolean =>
    solve([firings.formula(tag, firings.at(anywhere, event))], firings.effort).answer !== 'no';
  const events = [...LOAD_EVENTS, ...named].filter(mayFire);
  if (isOpen && mayFire(undefined)) events.push('.*');
  return events;
}

/** Whether only the address of the page decides. */
function isAboutPages(firings: Firings, formula: Formula): boolean {
  const { predicates, macros } = firings.container;
  return atomsOf([formula]).every((atom) => {
    const left = predicates[atom]?.get('arg0');
    const macro =
      Array.isArray(left) && left[0] === 'macro' && typeof left[1] === 'number' ? macros[left[1]] : undefined;
    return textOf(macro, 'function') === '__u';
  });
}

export function both(a: Answer | undefined, b: Answer | undefined): Answer {
  if (a === 'no' || b === 'no') return 'no';
  return a === 'yes' && b === 'yes' ? 'yes' : 'perhaps';
}
