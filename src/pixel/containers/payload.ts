/** What the script of a container or Google tag says about itself: its aliases, its children, and settings worth a note. */
import { textOf } from '../javascript/literal.ts';
import type { AliasFact, MarkFact, Place } from '../tags/facts.ts';
import type { Firings } from './firing.ts';

const ID = /^[A-Z]{1,3}-\w+$/;

/** Settings of a Google tag that a merchant should know of. */
function settingOf(kind: string, tag: Map<string, unknown>): string | undefined {
  if (kind === '__ccd_em_page_view' && tag.get('vtp_historyEvents') === true) return 'history_page_views';
  if (kind === '__ogt_1p_data_v2' && tag.get('vtp_isEnabled') !== false && tag.get('vtp_autoEmailEnabled') === true)
    return 'automatic_email';
  return undefined;
}

export function payloadFacts(
  firings: Firings,
  origin: string,
  children: readonly string[],
): (Omit<AliasFact, keyof Place> | Omit<MarkFact, keyof Place>)[] {
  const { container } = firings;
  const facts: ReturnType<typeof payloadFacts> = [];
  const { id = origin, aliases, destinations } = container;
  const asked = ID.test(origin) ? origin : id;
  const names = [id, ...aliases].filter((name) => name !== asked);
  if (names.length > 0 || destinations.some((other) => other !== asked) || children.length > 0)
    facts.push({
      kind: 'alias',
      id: asked,
      aliases: names,
      destinations: [...destinations],
      children: [...new Set(children)],
    });
  for (const tag of container.tags) {
    const setting = settingOf(textOf(tag, 'function') ?? '', tag);
    const to = textOf(tag, 'vtp_instanceDestinationId') ?? id;
    if (setting) facts.push({ kind: 'mark', name: 'container_setting', value: `${setting} ${to}` });
  }
  return facts;
}
