/** What a scan looked at, what it did not, and so how much its score says. */
import type { LookedAt, NotLookedAt, PageKind, ScanState } from '../../domain/scan-report.ts';
import { shownId, shownName } from '../rules/rule.ts';
import type { Fact, Form, MarkFact, PageFacts, PageKindFact, TagFact } from '../tags/facts.ts';
import { noscriptOnly } from '../tags/noscript-only.ts';
import { oncePerPage } from '../tags/once-per-page.ts';

/** Something that was not read, and the fact that names it. */
export interface Unread extends NotLookedAt {
  fact: Fact;
  /** The scan tried to read it. */
  tried: boolean;
}

/** A page that was read in part. */
interface PartlyRead extends NotLookedAt {
  /** The mark that shows it. */
  sign: MarkFact['name'];
}

export interface Coverage {
  state: ScanState;
  /** Of the first page. */
  kind: PageKind;
  lookedAt: LookedAt[];
  /** Pages, containers, loaders and pixels of which nothing was read. */
  unread: Unread[];
  /** Pages that were read in part. */
  partial: PartlyRead[];
}

/** Pages of these kinds say nothing about the tags of a shop. */
const NOT_JUDGED: ReadonlySet<PageKind> = new Set([
  'checkout',
  'customer_account',
  'password',
  'closed',
  'blocked',
  'empty',
  'built_in_browser',
]);

/** What a running tag added was loaded by that tag. A noscript frame counts only if nothing else names its container. */
const LOADS_CONTAINER: ReadonlySet<Form> = new Set([
  'inline',
  'app_embed',
  'mga',
  'gated',
  'amp',
  'container',
  'custom_pixel',
]);

const LISTED_MAX = 200;

/** Computed once for the same facts, because rules need it as well. */
export const coverageOf: (page: PageFacts) => Coverage = oncePerPage(assess);

function assess(page: PageFacts): Coverage {
  const kind = page.pageKinds[0]?.is ?? 'storefront';
  const isJudged = page.pageKinds.length === 0 || page.pageKinds.some(({ is }) => !NOT_JUDGED.has(is));
  const missing = [...pagesNotRead(page), ...containersNotRead(page), ...pixelsNotRead(page), ...failures(page)];
  const unread = onceEach(missing);
  const partial = partlyRead(page);
  const state = !isJudged ? 'not_judged' : unread.length + partial.length > 0 ? 'partly_judged' : 'judged';
  return {
    state,
    kind,
    lookedAt: onceEach(lookedAt(page)).slice(0, LISTED_MAX),
    unread: unread.slice(0, LISTED_MAX),
    partial: partial.slice(0, LISTED_MAX),
  };
}

/** Every page of a journey names the same containers and pixels. */
function onceEach<T extends { kind: string; id: string }>(list: readonly T[]): T[] {
  return [...new Map(list.toReversed().map((item) => [`${item.kind} ${item.id}`, item])).values()].toReversed();
}

/** Whether a page of this kind says nothing about the tags of a shop. */
export function saysNothing(kind: PageKind): boolean {
  return NOT_JUDGED.has(kind);
}

function lookedAt(page: PageFacts): LookedAt[] {
  return [
    ...page.pageKinds
      .filter(({ is }) => !NOT_JUDGED.has(is))
      .map((fact) => ({ kind: 'page' as const, id: pathOf(fact) })),
    ...page.containers.map(({ id, version, origin }) => ({
      kind: origin !== undefined && /[/.]/.test(origin) ? ('loader' as const) : ('container' as const),
      id,
      ...(version !== undefined && { version }),
    })),
    ...page.entries
      .filter(({ type }) => type === 'APP')
      .map(({ pixelId, client, appName, scriptVersion }) => ({
        kind: 'app_pixel' as const,
        id: shownId(pixelId ?? client),
        ...(appName !== undefined && { name: appName }),
        ...(scriptVersion !== undefined && { version: shownVersion(scriptVersion) }),
      })),
    ...page.customPixels.map(({ pixel }) => {
      const entry = page.entries.find(({ pixelId }) => pixelId === pixel);
      return {
        kind: 'custom_pixel' as const,
        id: shownId(pixel),
        ...(entry?.name !== undefined && { name: shownName(entry.name) }),
        ...(entry?.scriptVersion !== undefined && { version: shownVersion(entry.scriptVersion) }),
      };
    }),
  ];
}

/** Shopify numbers the scripts of apps by a hash, which elsewhere could be a secret. */
function shownVersion(version: string): string {
  return /^[0-9a-f]{32}$/.test(version) ? version : shownId(version);
}

function pagesNotRead(page: PageFacts): Unread[] {
  if (page.pageKinds.length < 2) return [];
  return page.pageKinds
    .filter(({ is }) => NOT_JUDGED.has(is))
    .map((fact) => ({ kind: 'page', id: pathOf(fact), reason: `It is ${KINDS[fact.is]}.`, fact, tried: true }));
}

function partlyRead(page: PageFacts): PartlyRead[] {
  const path = page.pageKinds[0] ? pathOf(page.pageKinds[0]) : '/';
  return page.marks.flatMap((mark) => {
    const reason = partialReason(page, mark);
    return reason === undefined ? [] : [{ kind: 'page' as const, id: mark.page ?? path, reason, sign: mark.name }];
  });
}

function partialReason(page: PageFacts, { name, value }: MarkFact): string | undefined {
  switch (name) {
    case 'cut':
      return `The page was read only in part: ${value ?? 'its end is missing'}.`;
    case 'redirect':
      return `The page sends visitors to another address by ${value}.`;
    case 'pixel_list_unreadable':
      return 'Its list of pixels under Customer events cannot be read.';
    case 'headless':
      return 'The pixels of a headless storefront are loaded at run time and are not in the page.';
    case 'shopify': {
      // Every live page of a theme has the list. Without it, nothing is known about app pixels and custom pixels.
      const isOther = page.marks.some((mark) => LIST_ELSEWHERE.has(mark.name));
      return isOther ? undefined : 'The page has no list of pixels, so it is an old capture or a stripped copy.';
    }
    default:
      return undefined;
  }
}

const LIST_ELSEWHERE: ReadonlySet<MarkFact['name']> = new Set([
  'pixel_list',
  'pixel_list_unreadable',
  'headless',
  'amp',
  'theme',
]);

const KINDS: Partial<Record<PageKind, string>> = {
  checkout: 'a checkout page',
  customer_account: 'a page of a customer account',
  password: 'a password page',
  closed: 'the page of a closed shop',
  blocked: 'a bot challenge',
  empty: 'almost empty',
  built_in_browser: 'built in the browser',
};

const NOT_FETCHED = 'This scan did not fetch it.';
const ID_NOT_READ = 'Its id is set when the page runs.';

/** Containers and loaders that code names, of which nothing was read. */
function containersNotRead(page: PageFacts): Unread[] {
  const known = new Set([
    ...page.containers.flatMap(({ id, origin }) => [id, origin ?? id]),
    ...page.unread.map(({ id }) => id),
  ]);
  const missing = new Map<string, Unread>();
  const add = (kind: 'container' | 'loader', id: string, fact: Fact) => {
    if (!missing.has(id)) missing.set(id, { kind, id, reason: NOT_FETCHED, fact, tried: false });
  };
  let hidden: TagFact | undefined;
  const frames = new Set(noscriptOnly(page.tags, 'gtm'));
  for (const tag of page.tags) {
    if (
      !(LOADS_CONTAINER.has(tag.form) || frames.has(tag)) ||
      tag.invalid !== undefined ||
      tag.condition?.here === false
    )
      continue;
    if (tag.vendor === 'gtm') {
      if (tag.id === undefined) hidden ??= tag;
      else if (!known.has(tag.id)) add('container', shownId(tag.id), tag);
    } else if (tag.firstParty && tag.vendor !== 'meta' && tag.url !== undefined) {
      const address = addressOf(tag.url);
      // What was read has its absolute address. The page may have a relative one.
      const isKnown = known.has(tag.id ?? address) || [...known].some((id) => id.endsWith(address));
      if (!isKnown) add('loader', address, tag);
    }
  }
  // Next to a container with an id, it may be the code that loads this container.
  const isNamed = page.tags.some(({ vendor, id }) => vendor === 'gtm' && id !== undefined);
  if (hidden && !isNamed)
    missing.set('', { kind: 'container', id: 'unknown', reason: ID_NOT_READ, fact: hidden, tried: true });
  return [...missing.values()];
}

/** The app pixels of a store are known by their settings. The code of a custom pixel is the merchant's own. */
function pixelsNotRead(page: PageFacts): Unread[] {
  const known = new Set([...page.customPixels.map(({ pixel }) => pixel), ...page.unread.map(({ id }) => id)]);
  return page.entries
    .filter((entry) => entry.type === 'CUSTOM' && !known.has(entry.pixelId))
    .map((entry) => ({
      kind: 'custom_pixel',
      id: shownId(entry.pixelId),
      ...(entry.name !== undefined && { name: shownName(entry.name) }),
      reason: NOT_FETCHED,
      fact: entry,
      tried: false,
    }));
}

function failures(page: PageFacts): Unread[] {
  return page.unread.map((fact) => ({
    kind: fact.what,
    id: fact.id,
    ...(fact.name !== undefined && { name: shownName(fact.name) }),
    reason: fact.reason,
    fact,
    tried: true,
  }));
}

/** Host and path. A query may contain a key. */
function addressOf(url: string): string {
  return url.split(/[?#]/)[0]!.slice(0, 200);
}

function pathOf(fact: PageKindFact): string {
  return new URL(fact.url).pathname;
}
