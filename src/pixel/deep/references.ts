/** What a scan of a page has to read besides the page: the scripts and custom pixels that its facts name. Runs in a worker. */
import { type ContainerReference, gtmAddress } from '../containers/reference.ts';
import type { EntryFact, Fact, Form, TagFact } from '../tags/facts.ts';
import { noscriptOnly } from '../tags/noscript-only.ts';

/** More are never read, and a report names no more of them. */
const SCRIPTS_MAX = 40;
const RUNNING: readonly Form[] = ['inline', 'app_embed', 'mga', 'custom_pixel'];
/** A payload of `GT-` says which other ids are the same tag, so it comes first. */
const TAG_KINDS = ['GT', 'G', 'AW', 'DC'];
const GTM_ID = /^GTM-[A-Z0-9]{4,20}$/;
const TAG_ID = /^(GT|G|AW|DC)-[A-Z0-9]{4,20}$/;

/** Where Google serves the script of a container or tag. Undefined if it is not an id of one. */
export function googleAddress(id: string): string | undefined {
  if (GTM_ID.test(id)) return gtmAddress(id);
  return TAG_ID.test(id) ? `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}` : undefined;
}

/**
 * The scripts that facts name, each once: containers and first-party loaders first, then the payloads of Google tags.
 * @param baseUrl address against which the page's own are resolved
 */
export function scriptReferences(facts: readonly Fact[], baseUrl: string): ContainerReference[] {
  const containers = new Map<string, ContainerReference>();
  const tags = new Map<string, ContainerReference>();
  const addTag = (id: string, pixel?: string) => {
    const url = TAG_ID.test(id) && !tags.has(id) ? googleAddress(id) : undefined;
    if (url !== undefined) tags.set(id, { kind: 'google_tag', id, url, ...(pixel !== undefined && { pixel }) });
  };
  const frames = new Set(
    noscriptOnly(
      facts.filter((fact) => fact.kind === 'tag'),
      'gtm',
    ),
  );
  for (const fact of facts) {
    if (fact.kind === 'entry') for (const id of idsOf(fact)) addTag(id);
    if (fact.kind !== 'tag' || fact.invalid || fact.runs === 'dead') continue;
    if (!(RUNNING.includes(fact.form) || frames.has(fact))) continue;
    const reference = containerOf(fact, baseUrl);
    if (reference) {
      const key = `${reference.pixel ?? ''} ${reference.url}`;
      if (!containers.has(key)) containers.set(key, reference);
    } else if (fact.id !== undefined) addTag(fact.id, fact.pixel);
  }
  for (const { id } of containers.values()) if (id !== undefined) tags.delete(id);
  const order = ({ id = '' }: ContainerReference) => TAG_KINDS.indexOf(id.split('-')[0]!);
  return [...containers.values(), ...[...tags.values()].sort((a, b) => order(a) - order(b))].slice(0, SCRIPTS_MAX);
}

/** What a container or payload loads in addition: its child containers, and tags of which only the payload says what they are. */
export function childReferences(facts: readonly Fact[], own: ContainerReference): ContainerReference[] {
  const found = new Map<string, ContainerReference>();
  const window = own.pixel === undefined ? {} : { pixel: own.pixel };
  const add = (id: string) => {
    const url = googleAddress(id);
    if (url !== undefined) found.set(id, { kind: GTM_ID.test(id) ? 'gtm' : 'google_tag', id, url, ...window });
  };
  for (const fact of facts) {
    if (fact.kind === 'alias') fact.children.forEach(add);
    else if (fact.kind === 'tag' && !fact.invalid && (fact.id?.startsWith('GT-') || fact.vendor === 'gtm'))
      add(fact.id ?? '');
  }
  if (own.id !== undefined) found.delete(own.id);
  return [...found.values()].slice(0, SCRIPTS_MAX);
}

/** Ids of the Google app pixel. A label may follow an id. */
function idsOf({ googleIds, googleTagIds = [], googleEvents = [] }: EntryFact): string[] {
  return [...googleIds, ...googleTagIds, ...googleEvents.flatMap(({ to }) => to)].map((id) => id.split('/')[0]!);
}

function containerOf(tag: TagFact, baseUrl: string): ContainerReference | undefined {
  const window = tag.pixel === undefined ? {} : { pixel: tag.pixel };
  if (tag.firstParty && tag.url !== undefined && tag.vendor !== 'meta') {
    const url = URL.parse(tag.url, baseUrl)?.href;
    if (url === undefined) return undefined;
    if (/^https?:/.test(url))
      return { kind: tag.vendor === 'gtm' ? 'gtm' : 'first_party_loader', id: tag.id, url, ...window };
  }
  if (tag.vendor !== 'gtm' || tag.id === undefined) return undefined;
  return { kind: 'gtm', id: tag.id, url: gtmAddress(tag.id), ...window };
}
