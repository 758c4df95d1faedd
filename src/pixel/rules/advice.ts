/** Advice that can be followed where it is read: on this page, with the apps that are connected, without losing an event. */
import { tracedGraph } from '../graph/destination-graph.ts';
import { shownEvent } from '../graph/hits.ts';
import { META_APP_EVENTS, storeEventOf } from '../graph/store-events.ts';
import type { PageFacts } from '../tags/facts.ts';
import { list } from './pixel-names.ts';
import type { Match, Rule } from './rule.ts';

const SHOPIFY_ADVICE = /Shopify|Customer events|theme|(app|web|custom) pixel|Facebook & Instagram|Google & YouTube/;
/** For a page of another system: nothing has to be done. */
export const ELSEWHERE = 'Keep it if it is meant to be here: this is not a Shopify page.';
const PAGE_VIEWS = new Set(['PageView', 'page_view']);
const DELETES = /\b(?:delete|remove)\b/i;
/** Advice to connect an app first, which then sends the events of the store. */
const CONNECTS = /^(?:Connect|Move)\b/;

/** What to do about a match, for the pages at hand. */
export function adviceFor(page: PageFacts, rule: Rule, match: Match): string {
  const remedy = match.remedy ?? rule.remedy;
  const isElsewhere = page.pageKinds.length > 0 && page.pageKinds.every(({ is }) => is === 'not_a_store');
  // Advice about Shopify’s own pixels is no use on a page of another system.
  if (isElsewhere && rule.category !== 'inventory' && SHOPIFY_ADVICE.test(remedy)) return ELSEWHERE;
  if (rule.category !== 'legacy_install' && rule.category !== 'double_counting') return remedy;
  const advice = withoutConnecting(page, match, remedy);
  const lost = DELETES.test(advice) ? sentOnlyBy(page, rule, match, CONNECTS.test(advice)) : [];
  return lost.length === 0
    ? advice
    : `${advice} Before that, see to ${list(lost)}: nothing else sends ${lost.length === 1 ? 'it' : 'them'}.`;
}

/** An app that is connected need not be connected. */
function withoutConnecting(page: PageFacts, { id }: Match, remedy: string): string {
  if (!CONNECTS.test(remedy)) return remedy;
  const isMeta = remedy.includes('Facebook & Instagram');
  const isGoogle = remedy.includes('Google & YouTube');
  const app = page.entries.find(({ metaId, googleEvents }) =>
    isMeta ? metaId !== undefined : googleEvents !== undefined,
  );
  if (!app || (!isMeta && !isGoogle)) return remedy;
  const name = isMeta ? 'Facebook & Instagram' : 'Google & YouTube';
  const ids = isMeta ? [app.metaId] : [...app.googleIds, ...(app.googleTagIds ?? [])];
  return ids.includes(id)
    ? `Delete the code: the ${name} app is connected with this id.`
    : `The ${name} app is connected with another id. Choose the id to keep in the app, and delete the code.`;
}

/**
 * Events that nothing but the code of a match sends. An app sends those of the store, if it is connected or about to be: `connects`.
 * A library sends a page view once for all copies of its code, so another copy sends it when one is deleted.
 */
function sentOnlyBy(page: PageFacts, { category }: Rule, { at, id }: Match, connects: boolean): string[] {
  if (!at || ('kind' in at && at.kind === 'entry')) return [];
  const { senders, senderFacts, sendings, destinations } = tracedGraph(page);
  const own = senderFacts.findIndex((facts) => facts.some((fact) => fact === at));
  if (own < 0 || senders[own]?.kind === 'app_pixel') return [];
  const isConnected = page.entries.some(
    ({ metaId, googleIds, googleTagIds = [] }) =>
      id !== undefined && [metaId, ...googleIds, ...googleTagIds].includes(id),
  );
  const ofApp = (vendor: string, name: string) =>
    (connects || isConnected) && (META_APP_EVENTS.includes(name) || storeEventOf(vendor, name) !== undefined);
  const others = new Set(
    sendings.flatMap(({ sender, destination, event }) => (sender === own ? [] : `${destination} ${event}`)),
  );
  const lost = sendings.filter(({ sender, destination, event, sent_as, grade }) => {
    if (sender !== own || grade === 'paused' || others.has(`${destination} ${event}`)) return false;
    const { vendor, id: to, aliases } = destinations[destination]!;
    if (id !== undefined && to !== id && !aliases.includes(id)) return false;
    const isOfCopies = category === 'double_counting' && PAGE_VIEWS.has(sent_as);
    return !isOfCopies && !ofApp(vendor, sent_as);
  });
  return [...new Set(lost.map(({ sent_as }) => shownEvent(sent_as)))];
}
