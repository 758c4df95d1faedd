/**
 * One cause, one charge. Findings on one snippet, app block, container tag or pixel go away with one deletion, so only the gravest
 * of them is scored. The others stay as details, of severity info.
 */
import type { DetailedFinding, Severity } from '../../domain/scan-report.ts';
import { ruleOf } from '../rules/index.ts';
import { shownId, shownName } from '../rules/rule.ts';
import type { EventFact, PageFacts, Place, TagFact } from '../tags/facts.ts';
import { FIXED_WITH_ANOTHER } from './lesser.ts';
import type { FactPlace } from './places.ts';

const RANK: Record<Severity, number> = { error: 0, warn: 1, info: 2 };

/** Names what a merchant deletes to get rid of what is at a place: where it is, and the id that it is about. */
export class Causes {
  readonly #page: PageFacts;
  #snippets: Snippets | undefined;

  constructor(page: PageFacts) {
    this.#page = page;
  }

  of(place: FactPlace): string {
    const surface = surfaceOf(place);
    if (place.kind === 'entry' || place.pixel !== undefined) return surface;
    if (place.tag) return `${surface} tag ${shownId(place.tag.id)}`;
    const own = ownId(place);
    if (own !== undefined) return `${surface} ${shownId(own)}`;
    const vendor = 'vendor' in place ? place.vendor : undefined;
    this.#snippets ??= snippetsOf(this.#page);
    const { tags: tagsOf, events, first } = this.#snippets;
    const snippet = snippetOf(place);
    const tags = tagsOf.get(snippet) ?? [];
    const tag = vendor === undefined ? tags[0] : tags.find((one) => one.vendor === vendor);
    if (tag) return `${surfaceOf(tag)} ${shownId(tag.id)}`;
    // A loader stands beside the base code that it is for.
    const base = place.kind === 'tag' ? first.get(`${surface} ${vendor}`) : undefined;
    if (base !== undefined) return `${surface} ${shownId(base)}`;
    const event = events.get(snippet);
    if (event) return `${surface} ${event.vendor} ${shownId(event.name)}`;
    return `${surface} ${place.kind === 'mark' ? place.name : (vendor ?? place.kind ?? `script ${place.script}`)}`;
  }
}

interface Snippets {
  /** The tags with an id, by snippet. A call without an id belongs to those. */
  tags: Map<string, TagFact[]>;
  /** The first call of each snippet. It names a snippet without ids, on whichever page it is. */
  events: Map<string, EventFact>;
  /** The first id of a vendor in a surface. */
  first: Map<string, string>;
}

function snippetsOf(page: PageFacts): Snippets {
  const found: Snippets = { tags: new Map(), events: new Map(), first: new Map() };
  for (const event of page.events) {
    const snippet = snippetOf(event);
    if (!found.events.has(snippet)) found.events.set(snippet, event);
  }
  for (const tag of page.tags) {
    if (tag.id === undefined) continue;
    const ofVendor = `${surfaceOf(tag)} ${tag.vendor}`;
    if (!found.first.has(ofVendor)) found.first.set(ofVendor, tag.id);
    const snippet = snippetOf(tag);
    const known = found.tags.get(snippet);
    if (known) known.push(tag);
    else found.tags.set(snippet, [tag]);
  }
  return found;
}

function ownId(place: FactPlace): string | undefined {
  if (place.kind === 'event') return place.to?.[0];
  if (place.kind === 'secret') return place.ownerId;
  return 'id' in place ? place.id : undefined;
}

function snippetOf({ page, file, origin, tag, pixel, script }: Place): string {
  return JSON.stringify([page, file, origin, tag?.id, pixel, script]);
}

function surfaceOf(place: FactPlace): string {
  if (place.origin !== undefined) return place.origin;
  if (place.pixel !== undefined) return `custom pixel ${shownId(place.pixel)}`;
  if (place.kind === 'entry') {
    const name = shownName(place.pixelId ?? place.name ?? place.client);
    return `${place.type === 'CUSTOM' ? 'custom pixel' : 'app pixel'} ${name}`;
  }
  if (place.kind === 'tag') {
    if (place.form === 'web_pixel') return `app pixel ${place.client ?? ''}`;
    if (place.app !== undefined) return `app block ${shownName(place.app)}`;
    if (place.form === 'mga') return 'former Google Analytics settings';
    if (place.form === 'native' || place.form === 'native_ga') return 'Shopify’s former integration';
  }
  return place.file === undefined ? 'page code' : `theme file ${place.file}`;
}

/** Makes info of each finding whose cause has a heavier one, and says so in its message. */
export function chargeOnce(findings: readonly DetailedFinding[]): DetailedFinding[] {
  const heaviest = new Map<string, DetailedFinding>();
  for (const finding of findings) {
    if (finding.severity === 'info') continue;
    const known = heaviest.get(finding.cause);
    if (!known || isHeavier(finding, known)) heaviest.set(finding.cause, finding);
  }
  const twice = [...heaviest.values()].filter(isDoubleLoading).flatMap(({ ids }) => ids);
  return findings.map((finding) => {
    if (finding.severity === 'info') return finding;
    if (heaviest.get(finding.cause) !== finding) return asDetail(finding, FIXED_WITH_ANOTHER);
    const isOfTwice = twice.some((id) => finding.cause.startsWith(`${id} tag `));
    if (!isOfTwice || finding.severity === 'error' || isProvenDouble(finding)) return finding;
    return asDetail(finding, 'Only the double loading of its container is scored.');
  });
}

function asDetail(finding: DetailedFinding, why: string): DetailedFinding {
  const what = finding.message.slice(0, finding.message.length - finding.remedy.length);
  return { ...finding, severity: 'info', message: `${what}${why} ${finding.remedy}` };
}

/** A container that is loaded twice is one charge, and not one more for each of its tags, unless a tag does graver harm. */
function isDoubleLoading({ rule_id }: DetailedFinding): boolean {
  return rule_id === 'gtm_container_loaded_twice';
}

function isHeavier(a: DetailedFinding, b: DetailedFinding): boolean {
  const severity = RANK[a.severity] - RANK[b.severity];
  if (severity !== 0) return severity < 0;
  // What is counted twice comes before how it is installed, also if the install weighs more.
  if (isProvenDouble(a) !== isProvenDouble(b)) return isProvenDouble(a);
  return (ruleOf(a.rule_id)?.weight ?? 0) > (ruleOf(b.rule_id)?.weight ?? 0);
}

function isProvenDouble({ rule_id, evidence }: DetailedFinding): boolean {
  return ruleOf(rule_id)?.category === 'double_counting' && evidence.length > 0;
}
