/**
 * Reads what a GTM container, the script of a Google tag or a first-party loader contains, and when each tag of it fires. A loader
 * that is plain code is read as code.
 */

import { Effort } from '../../domain/effort.ts';
import type { ShopAddresses } from '../../domain/scan-report.ts';
import { WORK_MIN, WORK_PER_CHAR } from '../html/page-extractor.ts';
import type { ContainerTag, Fact, Firing, Place, TagFact } from '../tags/facts.ts';
import { recognise } from '../tags/recognise.ts';
import { VARIABLE } from '../tags/variable.ts';
import { cofireFacts, effectsOf, type ReadTag } from './cofire.ts';
import { containerTagOf, Firings } from './firing.ts';
import { firingOf, type Shop, shopOf } from './firing-facts.ts';
import { payloadFacts } from './payload.ts';
import type { ContainerReference } from './reference.ts';
import { type Container, containerOf } from './resource.ts';
import { isListener, readTag } from './tags.ts';

const CONTAINER_CHARS_MAX = 4 << 20;
const FACTS_MAX = 2000;

/**
 * The tags and events in the script of a container or loader, with its id or address as their origin, each with its firing. Reads
 * at most the first 4 Mi characters, and only as far as the work for its length reaches. A script that is read in part has a mark
 * `cut`. Never throws.
 * @param shop decides conditions on hosts and paths. Without it they are open.
 */
export function containerFacts(
  text: string,
  reference: ContainerReference,
  shop?: ShopAddresses,
  effort = new Effort(WORK_MIN + WORK_PER_CHAR * Math.min(text.length, CONTAINER_CHARS_MAX)),
): Fact[] {
  const origin = reference.id ?? originOf(reference.url);
  const facts = new FactList(origin);
  const script = text.slice(0, CONTAINER_CHARS_MAX);
  if (script.length < text.length) facts.cut('is longer than the limit');
  effort.done += script.length;
  const container = containerOf(script, effort);
  if (container) {
    const named: Container = { ...container, id: container.id ?? reference.id };
    readContainer(named, shopOf(shop), facts, effort);
  } else {
    recognise({ text: script, at: START, form: 'container', script: 1, origin }, (fact) => facts.add(fact), effort);
    facts.add({ ...facts.place(0), kind: 'container', id: origin, tags: facts.list.length });
  }
  if (effort.spent) facts.cut('costs too much to read in full');
  return facts.list.filter((fact) => !isOwnId(fact, reference.id));
}

/** The same for a container that was exported from GTM. The conditions of its tags on hosts and paths are open. */
export function exportedContainerFacts(container: Container, effort: Effort): Fact[] {
  const facts = new FactList(container.id ?? 'exported container');
  readContainer(container, shopOf(undefined), facts, effort);
  if (effort.spent) facts.cut('costs too much to read in full');
  return facts.list.filter((fact) => !isOwnId(fact, container.id));
}

/** The page itself already has a tag for the container's own id. If a tag of the container loads it, that is a second one. */
function isOwnId(fact: Fact, id: string | undefined): boolean {
  return fact.kind === 'tag' && fact.vendor === 'gtm' && fact.id === id && fact.tag === undefined;
}

function readContainer(container: Container, shop: Shop, facts: FactList, effort: Effort): void {
  const firings = new Firings(container, effort);
  const pages = Object.values(shop.pages);
  const children: string[] = [];
  const read: { index: number; facts: Fact[] }[] = [];
  const anywhere = shopOf(undefined);
  let used = 0;
  let elsewhere = 0;
  for (const [index, tag] of container.tags.entries()) {
    if (effort.spent) break;
    if (facts.isFull) {
      facts.cut('has too many tags to list');
      break;
    }
    const own = containerTagOf(tag, index);
    if (isListener(own.kind) || !firings.isUsed(index)) continue;
    const firing = firingOf(firings, index, shop);
    // What was found out after the work was spent may be wrong.
    if (effort.spent) break;
    if (!canFire(firing)) {
      if (shop.anywhere.host !== undefined && canFire(firingOf(firings, index, anywhere))) elsewhere++;
      continue;
    }
    used++;
    const context = { container, values: firings.values, effort, origin: facts.origin, shop: shop.anywhere, pages };
    const reading = readTag(tag, { ...context, events: firing.events });
    children.push(...reading.children);
    const open = openIds(reading.facts as Fact[]);
    const placed = reading.facts.flatMap((fact) => {
      const to = 'to' in fact ? fact.to?.find((id) => open.has(id)) : undefined;
      return facts.placed(fact, index, own, to === undefined ? firing : possible(firing, open.get(to)!)) ?? [];
    });
    for (const fact of placed) facts.add(fact);
    if (reading.hidesId && reading.facts.length === 0) {
      const reason = `The id of tag ${own.id} (${own.kind}) comes from a variable that is known only in the browser.`;
      facts.add({
        kind: 'unread',
        what: 'container',
        id: facts.origin,
        reason,
        ...facts.place(index + 1, own.kind),
        tag: own,
      });
    }
    read.push({ index, facts: placed });
  }
  const metaIds = new Set(read.flatMap(({ facts: found }) => found.flatMap(metaIdOf)));
  const tags: ReadTag[] = read.map(({ index, facts: found }) => ({
    index,
    effects: effectsOf(firings, index, found, [...metaIds]),
  }));
  const cofires = effort.spent ? { facts: [], cut: false } : cofireFacts(firings, tags, shop);
  for (const fact of cofires.facts) facts.add({ ...fact, ...facts.place(0) });
  for (const fact of payloadFacts(firings, facts.origin, children)) facts.add({ ...fact, ...facts.place(0) });
  const { version } = container;
  facts.add({
    ...facts.place(0),
    kind: 'container',
    id: facts.origin,
    tags: used,
    ...(elsewhere > 0 && { elsewhere }),
    ...(version !== undefined && { version }),
  });
  if (cofires.cut && !effort.spent) facts.cut('has too many tags to compare them all');
  if (firings.values.cut || firings.cut) facts.cut('has variables or triggers that are too large to follow');
}

function canFire({ onLoad, events }: Firing): boolean {
  return onLoad !== 'never' || events.length > 0;
}

/** Ids that hold only under a condition that is not known, with the condition. */
function openIds(facts: readonly Fact[]): ReadonlyMap<string, string> {
  return new Map(
    facts.flatMap((fact) =>
      fact.kind === 'tag' && fact.id !== undefined && fact.condition?.here === 'unknown'
        ? [[fact.id, fact.condition.text]]
        : [],
    ),
  );
}

/** The firing of an event whose id is perhaps another one. */
function possible(firing: Firing, condition: string): Firing {
  const pages = Object.entries(firing.pages).map(([page, answer]) => [page, answer === 'yes' ? 'perhaps' : answer]);
  const onLoad = firing.onLoad === 'never' ? 'never' : 'perhaps';
  return { ...firing, onLoad, pages: Object.fromEntries(pages), when: `${firing.when}, ${condition}` };
}

function metaIdOf(fact: Fact): string[] {
  return fact.kind === 'tag' && fact.vendor === 'meta' && fact.via === 'init' && fact.id !== undefined ? [fact.id] : [];
}

const START = { offset: 0, line: 1, column: 1 };

/** Host and path only, because a query may contain a key. */
function originOf(url: string): string {
  return url.split(/[?#]/)[0]!.slice(0, 200);
}

/** Kinds of facts that count in a container. What a page says about itself does not. */
const KINDS: ReadonlySet<Fact['kind']> = new Set([
  'tag',
  'event',
  'vendor',
  'secret',
  'unread',
  'personal_data',
  'cofire',
  'alias',
  'container',
]);

class FactList {
  readonly list: Fact[] = [];

  constructor(readonly origin: string) {}

  get isFull(): boolean {
    return this.list.length >= FACTS_MAX;
  }

  add(fact: Fact): void {
    const isMark = fact.kind === 'mark' && (fact.name === 'cut' || fact.name === 'container_setting');
    if (!isMark && !KINDS.has(fact.kind)) return;
    if (this.isFull && fact.kind !== 'container' && fact.kind !== 'alias') this.cut('has too many tags to list');
    else this.list.push({ ...withoutVariables(fact), origin: this.origin });
  }

  cut(what: string): void {
    const value = `the container ${this.origin} ${what}`;
    if (!this.list.some((fact) => fact.kind === 'mark' && fact.value === value))
      this.list.push({ kind: 'mark', name: 'cut', ...START, script: 0, excerpt: '', value, origin: this.origin });
  }

  place(script: number, excerpt = ''): Place {
    return { ...START, script, excerpt, origin: this.origin };
  }

  /** A fact of a tag with its place and firing. Scripts of custom HTML have ordinals of their own. */
  placed(fact: object & { kind: Fact['kind'] }, index: number, tag: ContainerTag, firing: Firing): Fact | undefined {
    const ordinal = index + 1;
    const script = 'script' in fact ? ordinal * 1000 + (fact.script as number) : ordinal;
    const known = 'offset' in fact ? {} : this.place(script, tag.kind);
    const whole = { ...known, ...fact, script, tag } as Fact;
    if (whole.kind === 'tag') return { ...whole, firing: underCondition(firing, whole.condition) };
    if (whole.kind === 'event' || whole.kind === 'vendor') return { ...whole, firing };
    return whole.kind === 'consent' ? undefined : whole;
  }
}

/** Whether the id of a tag is the right one may depend on something that is not known. */
function underCondition(firing: Firing, condition: TagFact['condition']): Firing {
  if (condition === undefined || condition.here === true) return firing;
  return { ...firing, when: `${firing.when}, ${condition.text}` };
}

function withoutVariables<F extends Fact>(fact: F): F {
  if (!JSON.stringify(fact).includes(VARIABLE)) return fact;
  const shown = { ...fact, excerpt: fact.excerpt.replaceAll(VARIABLE, '{{…}}') };
  if (fact.kind === 'tag' && fact.id?.includes(VARIABLE)) return { ...shown, id: undefined, invalid: undefined };
  return shown;
}
