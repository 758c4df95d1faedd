/** The first three things to do, in the words of a merchant. */
import type { DetailedFinding, DetailedReport, DoubleSending, Severity } from '../../domain/scan-report.ts';
import { byStoreEvent } from '../graph/store-events.ts';
import { vendorName } from '../graph/vendor-names.ts';
import { ELSEWHERE } from '../rules/advice.ts';
import { ruleOf } from '../rules/index.ts';
import { statementOf } from './statement.ts';

export interface FirstStep {
  /** `Purchases are counted twice in Meta`, without a full stop. */
  what: string;
  /** The first thing to do about it, as a sentence. */
  how: string;
}

const STEPS_MAX = 3;
const RANK: Record<Severity, number> = { error: 0, warn: 1, info: 2 };

/** What a merchant calls a store event. */
const EVENTS = new Map([
  ['page_viewed', 'Page views'],
  ['collection_viewed', 'Views of collections'],
  ['search_submitted', 'Searches'],
  ['product_viewed', 'Views of products'],
  ['product_added_to_cart', 'Products put into the cart'],
  ['product_removed_from_cart', 'Products taken out of the cart'],
  ['cart_viewed', 'Views of the cart'],
  ['checkout_started', 'Started checkouts'],
  ['checkout_contact_info_submitted', 'Contact details'],
  ['checkout_address_info_submitted', 'Addresses'],
  ['checkout_shipping_info_submitted', 'Choices of shipping'],
  ['payment_info_submitted', 'Payment details'],
  ['checkout_completed', 'Purchases'],
]);

/** The gravest findings, each cause once. Empty if nothing has to be done. */
export function firstSteps(report: DetailedReport): FirstStep[] {
  if (report.state === 'not_judged') return [];
  const graver = report.findings
    .filter(({ severity, remedy }) => severity !== 'info' && remedy !== ELSEWHERE)
    .toSorted((a, b) => RANK[a.severity] - RANK[b.severity] || b.points - a.points);
  const steps = new Map<string, FirstStep>();
  const causes = new Set<string>();
  for (const finding of graver) {
    if (steps.size === STEPS_MAX) break;
    const what = inMerchantsWords(finding, report);
    if (!steps.has(what) && !causes.has(finding.cause)) steps.set(what, { what, how: firstSentence(finding.remedy) });
    causes.add(finding.cause);
  }
  return [...steps.values()];
}

function inMerchantsWords(finding: DetailedFinding, report: DetailedReport): string {
  return doubled(finding, report) ?? statementOf(finding).replace(/\.$/, '');
}

/** `Purchases and 2 other events are counted twice in Meta`, for a finding about what is proven to arrive twice. */
function doubled({ rule_id, ids, evidence }: DetailedFinding, { graph }: DetailedReport): string | undefined {
  if (ruleOf(rule_id)?.category !== 'double_counting' || evidence.length === 0) return undefined;
  const isAbout = ({ destination, grade }: DoubleSending): boolean => {
    const { id, aliases } = graph.destinations[destination]!;
    return (grade === 'always' || grade === 'some') && [id, ...aliases].some((one) => ids.includes(one));
  };
  const doubles = graph.doubles.filter(isAbout);
  const events = [...new Set(doubles.map(({ event }) => event))].sort(byStoreEvent);
  // The last of them is the nearest to the money.
  const main = events.findLast((event) => EVENTS.has(event)) ?? events[0];
  if (main === undefined) return undefined;
  const others = events.length - 1;
  const more = others === 0 ? '' : others === 1 ? ' and another event' : ` and ${others} other events`;
  const vendors = [...new Set(doubles.map(({ destination }) => vendorName(graph.destinations[destination]!.vendor)))];
  return `${EVENTS.get(main) ?? `The event ${main}`}${more} ${more === '' && !EVENTS.has(main) ? 'is' : 'are'} counted twice in ${vendors.join(' and ')}`;
}

/** A remedy may have several steps, and an address at its end. */
function firstSentence(text: string): string {
  return /^.*?[.](?= \p{Lu}|$)/u.exec(text)?.[0] ?? text;
}
