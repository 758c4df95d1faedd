/** Purchases and conversions that are sent from where nothing is bought. */

import type { EventFact, PageFacts } from '../tags/facts.ts';
import { type Match, placesOf, shownId } from './rule.ts';

/**
 * `sure`: on every view. `pushed`: into the data layer on every view, where containers may take it. `present`: the code is there,
 * under a condition. `dead`: it never runs.
 */
type Kind = 'sure' | 'pushed' | 'present' | 'dead';

/** Undefined if it is sent when something was bought, or when a trigger of a container says so. */
function kindOf(event: EventFact): Kind | undefined {
  const { runs, origin, firing, pixel, method } = event;
  // What never runs in the frame of a pixel is reported there.
  if (runs === 'dead') return pixel === undefined ? 'dead' : undefined;
  if (origin !== undefined) {
    const isSure = firing?.onLoad === 'always' && isOnLoad(event) && method !== 'push';
    return isSure ? 'sure' : undefined;
  }
  if (pixel !== undefined) return isOnLoad(event) || isOnEveryPage(event) ? 'sure' : undefined;
  if (!isOnLoad(event)) return 'present';
  return method === 'push' ? 'pushed' : 'sure';
}

function isOnLoad({ runs }: EventFact): boolean {
  return runs === undefined || runs === 'load';
}

/** Custom pixels get `page_viewed` for each page, whatever is bought there. */
function isOnEveryPage({ runs, on, guarded }: EventFact): boolean {
  return runs === 'subscription' && guarded === undefined && (on?.includes('page_viewed') ?? false);
}

function sentence(kind: Kind, event: EventFact, name: string): string {
  const { origin, tag, pixel, runs } = event;
  if (kind === 'dead') return `Code for ${name} is in the page, but it can never run`;
  if (kind === 'pushed')
    return `Storefront code pushes ${name} into the data layer on every view of an ordinary page, and a container that listens sends it`;
  if (kind === 'present') {
    const when =
      runs === 'handler' ? 'on an action of the visitor' : runs === 'branch' ? 'under a condition' : 'in a function';
    return `Storefront code holds ${name}, ${when}`;
  }
  if (pixel !== undefined)
    return `The custom pixel ${shownId(pixel)} sends ${name} on every page it runs on, not only after a purchase`;
  const by =
    origin === undefined ? 'Storefront code' : `${tag ? `Tag ${shownId(tag.id)}` : 'Code'} of ${shownId(origin)}`;
  return `${by} sends ${name} on every view of an ordinary page`;
}

const RANK: readonly Kind[] = ['sure', 'pushed', 'present', 'dead'];

/** What differs from the rule for what is not surely sent. */
const MILDER: Partial<Record<Kind, Pick<Match, 'severity' | 'remedy'>>> = {
  pushed: { severity: 'warn' },
  present: { severity: 'info', remedy: 'Check that it is sent only when what it stands for has happened.' },
  dead: { severity: 'info', remedy: 'Delete it.' },
};

/** One match for each name, at its gravest place. Only what is surely sent keeps the severity of the rule. */
export function conversionsOnPage(
  page: PageFacts,
  events: readonly EventFact[],
  nameOf: (event: EventFact) => string,
): Match[] {
  if (page.pageKinds.some(({ is }) => is === 'checkout')) return [];
  const seen = events.flatMap((event) => {
    const kind = kindOf(event);
    return kind ? [{ event, kind, name: nameOf(event) }] : [];
  });
  return [...Map.groupBy(seen, ({ name }) => name)].map(([name, all]) => {
    const kind = RANK.find((rank) => all.some((one) => one.kind === rank))!;
    const events = all.filter((one) => one.kind === kind).map(({ event }) => event);
    const at = events[0]!;
    return {
      id: name,
      ids: [...new Set(events.flatMap((event) => event.to ?? []))],
      at,
      places: placesOf(events),
      found: sentence(kind, at, name),
      ...MILDER[kind],
    };
  });
}
