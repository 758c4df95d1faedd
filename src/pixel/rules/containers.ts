/** Rules about what the tags of a container do: together, once consent is given, or not at all. */
import type { Severity } from '../../domain/scan-report.ts';
import type { CofireFact, ContainerTag, EventFact, Fact, PageFacts, Place, TagFact } from '../tags/facts.ts';
import { nameOfTag } from './ga4-doubles.ts';
import { type Match, type Rule, shownId, shownName } from './rule.ts';

const TRIGGERS = 'https://support.google.com/tagmanager/answer/7679316';
const CONSENT = 'https://support.google.com/tagmanager/answer/10718549';
const EVENT_NAMES = 'https://support.google.com/analytics/answer/13316687';
const ENHANCED = 'https://support.google.com/analytics/answer/9216061';
const TAG_IDS = 'https://support.google.com/tagmanager/answer/12326985';
const ZONES = 'https://support.google.com/tagmanager/answer/7647043';

const LISTED_MAX = 5;

export const CONTAINER_RULES: readonly Rule[] = [
  {
    id: 'container_tags_fire_together',
    severity: 'error',
    category: 'double_counting',
    weight: 24,
    what: 'Two tags of one container send the same event to the same id at the same moment.',
    why: 'The event counts twice.',
    remedy: 'Delete one of the tags, or add an exception to its trigger.',
    source: TRIGGERS,
    match: (page) => [...Map.groupBy(page.cofires, ({ origin, id }) => `${origin} ${id}`).values()].map(together),
  },
  {
    id: 'container_loads_itself',
    severity: 'warn',
    category: 'config_error',
    weight: 8,
    what: 'A tag of a container loads the same container again.',
    why: 'Its tags can fire twice, and another host may change what it does.',
    remedy: 'Delete this tag, unless you know the host and need it.',
    source: TRIGGERS,
    match: (page) =>
      page.tags
        .filter((tag) => tag.vendor === 'gtm' && tag.tag !== undefined && tag.id !== undefined && tag.id === tag.origin)
        .map((tag) => ({
          id: tag.id,
          at: tag,
          found: `Tag ${nameOf(tag.tag!)} of the container ${shownId(tag.id)} loads this container again from ${hostOf(tag)} ${whenOf(tag)}`,
        })),
  },
  {
    id: 'container_waits_for_consent',
    severity: 'info',
    category: 'privacy_security',
    weight: 0,
    what: 'A tag of a container waits for consent.',
    why: 'It sends nothing until the visitor agrees, so a test without consent does not show it.',
    remedy: 'Nothing to do. Test with and without consent.',
    source: CONSENT,
    match: (page) =>
      byContainerAndId(page.tags.filter((tag) => tag.firing?.waitsForConsent)).map(([id, tags]) => ({
        id,
        at: tags[0],
        places: tags,
        found: `${shownId(id)} in ${containerOf(tags[0]!)} waits for consent: ${tagWord(tags)} ${tagList(tags)} ${whenOf(tags[0]!)}`,
      })),
  },
  {
    id: 'container_empty',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'A container holds no tags, or there is no tag behind an id.',
    why: 'The script is loaded and does nothing.',
    remedy: 'Delete its snippet, or publish the container.',
    source: TRIGGERS,
    match: (page) => {
      const empty = page.containers.filter(({ tags }) => tags === 0);
      return [...new Map(empty.map((container) => [container.id, container])).values()].flatMap(emptyMatch);
    },
  },
  {
    id: 'container_tag',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'A container has a tag for an id.',
    why: 'Which tags fire where is not visible in the page.',
    remedy: 'Nothing to do.',
    source: TRIGGERS,
    match: (page) => byContainerAndId(page.tags.filter(isPresent)).map(([id, tags]) => inventoryMatch(id, tags)),
  },
  {
    id: 'container_event_name',
    severity: 'info',
    category: 'config_error',
    weight: 0,
    what: 'A tag sends an event whose name Google Analytics does not allow.',
    why: 'Names consist of letters, digits and underscores, begin with a letter, and have at most 40 characters. Other events are dropped or hard to use.',
    remedy: 'Give the event a name of its own, such as add_to_cart.',
    source: EVENT_NAMES,
    match: (page) =>
      [...Map.groupBy(page.events.filter(hasOddName), ({ origin, tag }) => `${origin} ${tag!.id}`).values()].map(
        oddName,
      ),
  },
  {
    id: 'container_loads_container',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'The script of a container or Google tag loads other ids.',
    why: 'They run although the page does not name them.',
    remedy: 'Nothing to do.',
    source: ZONES,
    match: (page) =>
      page.aliases.flatMap((alias) =>
        alias.children.map((child) => ({
          id: child,
          at: page.tags.find((tag) => tag.id === child && tag.origin === alias.origin) ?? alias,
          ids: [child, alias.id],
          found: `${shownId(child)} is loaded with ${shownId(alias.id)}`,
        })),
      ),
  },
  {
    id: 'google_tag_aliases',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'A Google tag has several ids.',
    why: 'A tag with one of the ids is the same tag, so both together are not two tags.',
    remedy: 'Use one of the ids everywhere.',
    source: TAG_IDS,
    match: (page) =>
      page.aliases
        .filter(({ aliases }) => aliases.length > 0)
        .map((alias) => ({
          id: alias.id,
          at: alias,
          ids: [alias.id, ...alias.aliases],
          found: `${nameOfTag(alias.id)} has the alias ${alias.aliases.slice(0, LISTED_MAX).map(shownId).join(', ')}: they are one tag`,
        })),
  },
  {
    id: 'google_tag_settings',
    severity: 'info',
    category: 'privacy_security',
    weight: 0,
    what: 'A Google tag collects more than its code says: e-mail addresses, or page views of route changes.',
    why: 'E-mail addresses are personal data. Page views of route changes count twice if the page sends them itself.',
    remedy: 'Check these settings in Google Analytics.',
    source: ENHANCED,
    match: (page) => [...Map.groupBy(settings(page), ([id]) => id)].map(([id, found]) => settingsMatch(id, found)),
  },
];

/** One finding for one id of one container, however many of its tags fire together. */
function together(facts: CofireFact[]): Match {
  const [worst] = facts.toSorted((a, b) => STEPS.indexOf(severityOf(a)) - STEPS.indexOf(severityOf(b)));
  const same = facts.filter(({ effect, grade }) => effect === worst!.effect && grade === worst!.grade);
  const tags = [...new Map(facts.flatMap((fact) => fact.tags).map((tag) => [tag.id, tag])).values()];
  const others = [...new Set(facts.map(({ effect }) => effect))].filter((effect) => effect !== worst!.effect);
  const more =
    others.length > 0 ? `, and ${listOf(others.slice(0, LISTED_MAX).map(effectWords))} more than once too` : '';
  // The tag to delete is the one that was made last.
  const places = tags.toReversed().map((tag) => placeOf(worst!, tag));
  return {
    id: worst!.id,
    at: places[0],
    places,
    cause: `${worst!.origin} tag ${tags.at(-1)!.id}`,
    severity: severityOf(worst!),
    found: `${doubleOf(worst!, same)}${more}`,
    evidence: facts.slice(0, LISTED_MAX).map((fact) => `${doubleOf(fact, [fact])}.`),
  };
}

/** From the mildest to the gravest would read the other way: the first is the gravest. */
const STEPS: readonly Severity[] = ['error', 'warn', 'info'];

/** A page view or event is an error, a conversion a warning. One step milder on some pages, a note if it is only possible. */
function severityOf({ vendor, grade }: CofireFact): Severity {
  if (grade === 'perhaps' || vendor === 'ua') return 'info';
  const always = vendor === 'google_ads' || vendor === 'floodlight' ? 1 : 0;
  return STEPS[always + (grade === 'some' ? 1 : 0)]!;
}

function doubleOf({ id, vendor, effect, grade, when, origin }: CofireFact, facts: readonly CofireFact[]): string {
  const tags = [...new Map(facts.flatMap((fact) => fact.tags).map((tag) => [tag.id, tag])).values()];
  const who = tags.length === 1 ? `Tag ${nameOf(tags[0]!)}` : `Tags ${listOf(tags.map(nameOf))}`;
  const verb = grade === 'perhaps' ? 'may send' : tags.length === 1 ? 'sends' : 'send';
  const what = effectWords(effect);
  // Only if each of them doubles each other one. Two configurations of one id are no double.
  const isEach = facts.length >= (tags.length * (tags.length - 1)) / 2;
  const times = tags.length <= 2 ? 'twice' : isEach ? `${tags.length} times` : 'more than once';
  const dead = vendor === 'ua' ? ', but the property is dead' : '';
  return `${who} of the container ${shownId(origin)} ${verb} ${what} of ${shownId(id)} ${times} ${when}${dead}`;
}

function effectWords(effect: string): string {
  if (effect.startsWith('conversion ')) return `the same conversion (${shownName(effect.slice('conversion '.length))})`;
  return `the ${effect.startsWith('event ') ? `event ${shownName(effect.slice('event '.length))}` : shownName(effect)}`;
}

function placeOf(fact: CofireFact, tag: ContainerTag): Place {
  const { offset, line, column, origin, pixel, page } = fact;
  return {
    offset,
    line,
    column,
    script: 0,
    excerpt: tag.kind,
    origin,
    tag,
    ...(pixel && { pixel }),
    ...(page && { page }),
  };
}

const GOOGLE_TAG = /^(?:GT|G|AW|DC|UA)-/;

function emptyMatch(container: PageFacts['containers'][number]): Match[] {
  const { id, version } = container;
  if (GOOGLE_TAG.test(id)) return [{ id, at: container, found: `There is no tag behind the id ${shownId(id)}` }];
  // A script without settings is not a container. What it does was read as code.
  if (version === undefined) return [];
  if (container.elsewhere !== undefined)
    return [
      {
        id,
        at: container,
        found: `The container ${shownId(id)} holds no tags that can fire on this shop: ${container.elsewhere} ${container.elsewhere === 1 ? 'is' : 'are'} for other hosts`,
        remedy: 'Delete its snippet here, or add the host of this shop to the triggers.',
      },
    ];
  return [{ id, at: container, found: `The container ${shownId(id)} holds no tags that can fire` }];
}

function isPresent(tag: TagFact): boolean {
  // A zone is a finding of its own.
  if (tag.tag?.kind === '__zone') return false;
  const isRunning = tag.form === 'container' && tag.firing !== undefined && tag.vendor !== 'gtm';
  return isRunning && tag.id !== undefined && tag.invalid === undefined && tag.condition?.here !== false;
}

function inventoryMatch(id: string, tags: readonly TagFact[]): Match {
  const [first] = tags;
  const { condition } = first!;
  const own =
    condition === undefined
      ? ''
      : condition.here === true
        ? `, for this shop (${condition.text})`
        : `, ${condition.text}`;
  const whens = whensOf(tags);
  const waits = first!.firing?.waitsForConsent && !whens.includes('consent') ? ' once consent is given' : '';
  return {
    id,
    at: first,
    places: tags,
    found: `${containerOf(first!, true)} has ${shownId(id)} in ${tagWord(tags)} ${tagList(tags)}, which ${tags.length === 1 ? 'fires' : 'fire'} ${whens}${waits}${own}`,
  };
}

/** When the first tags fire, each time once. */
function whensOf(tags: readonly TagFact[]): string {
  const whens = [...new Set(tags.map((tag) => tag.firing?.when ?? ''))];
  const shown = whens.slice(0, 3).join('; ');
  return whens.length > 3 ? `${shown}; and on ${whens.length - 3} more triggers` : shown;
}

/** Google Analytics allows letters, digits and underscores, and a letter first. */
function hasOddName(event: EventFact): boolean {
  return (
    event.vendor === 'ga4' &&
    event.tag !== undefined &&
    event.method !== 'push' &&
    !/^\p{L}[\p{L}\p{N}_]{0,39}$/u.test(event.name)
  );
}

function oddName(events: EventFact[]): Match {
  const [first] = events;
  const names = [...new Set(events.map(({ name }) => shownName(name)))];
  const to = first!.to?.[0];
  return {
    ...(to !== undefined && { id: to, ids: [to] }),
    at: first,
    found: `Tag ${nameOf(first!.tag!)} of the container ${shownId(first!.origin)} sends an event named ${listOf(names)}${to === undefined ? '' : ` to ${shownId(to)}`}, which is not a name of an event`,
  };
}

function settings(page: PageFacts): [id: string, setting: string, at: Fact][] {
  return page.marks
    .filter(({ name }) => name === 'container_setting')
    .map((mark) => {
      const [setting = '', id = ''] = (mark.value ?? '').split(' ');
      return [id, setting, mark];
    });
}

const SETTINGS = new Map<string, string>(
  Object.entries({
    automatic_email: 'reads e-mail addresses from the page by itself',
    history_page_views:
      'counts a page view on every change of the history, which doubles those that a single-page theme sends itself',
  }),
);

function settingsMatch(id: string, found: readonly [string, string, Fact][]): Match {
  const texts = [...new Set(found.flatMap(([, setting]) => SETTINGS.get(setting) ?? []))];
  return { id, at: found[0]![2], found: `${shownId(id)} ${texts.join(', and ')}` };
}

function byContainerAndId(tags: readonly TagFact[]): [id: string, tags: TagFact[]][] {
  const groups = Map.groupBy(
    tags.filter((tag) => tag.id !== undefined && tag.condition?.here !== false && tag.form === 'container'),
    (tag) => `${tag.origin} ${tag.id}`,
  );
  return [...groups.values()].map((group) => {
    const places = [...new Map(group.map((tag) => [tag.tag?.id, tag])).values()];
    return [group[0]!.id!, places];
  });
}

function containerOf({ origin }: Place, first = false): string {
  return `${first ? 'The' : 'the'} container ${shownId(origin)}`;
}

function nameOf({ id, name, kind }: ContainerTag): string {
  return name === undefined ? `${shownId(id)} (${shownId(kind)})` : `${shownName(name)} (${shownId(id)})`;
}

function tagWord(tags: readonly unknown[]): string {
  return tags.length === 1 ? 'tag' : 'tags';
}

function tagList(tags: readonly TagFact[]): string {
  return listOf(tags.flatMap(({ tag }) => (tag ? nameOf(tag) : [])));
}

function listOf(names: readonly string[]): string {
  if (names.length > LISTED_MAX)
    return `${names.slice(0, LISTED_MAX).join(', ')} and ${names.length - LISTED_MAX} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function whenOf({ firing }: TagFact): string {
  return firing === undefined ? '' : firing.when;
}

function hostOf({ url }: TagFact): string {
  const host = url?.split('://')[1]?.split(/[/?#]/)[0] ?? '';
  return /^[\w.-]{1,253}$/.test(host) ? host : 'an address in its code';
}
