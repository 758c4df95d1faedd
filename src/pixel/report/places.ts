/** The places of a finding: from the place of a fact to what a report says about it. */
import type { FindingPlace } from '../../domain/scan-report.ts';
import { shownId, shownName } from '../rules/rule.ts';
import type { Fact, Place, UnreadFact } from '../tags/facts.ts';

/** What a report says about the place of a fact. */
export function findingPlace(place: Place | Fact): FindingPlace {
  const fact: Place & Partial<Fact> = place;
  if ('kind' in place && place.kind === 'unread') return unreadPlace(place);
  const shown: FindingPlace = { kind: kindOf(fact) };
  if (place.page !== undefined) shown.pages = [place.page];
  if (place.origin !== undefined) {
    shown.container = place.origin;
    if (place.tag) {
      shown.tag_id = place.tag.id;
      if (place.tag.name !== undefined) shown.tag_name = shownName(place.tag.name);
    }
    if ('firing' in fact && fact.firing) shown.trigger = fact.firing.when;
  } else {
    shown.line = place.line;
    shown.column = place.column;
  }
  if (place.excerpt) shown.excerpt = place.excerpt;
  if (place.pixel !== undefined) shown.pixel_id = shownId(place.pixel);
  if (fact.kind === 'entry') {
    if (fact.pixelId !== undefined) shown.pixel_id = shownId(fact.pixelId);
    const name = fact.type === 'CUSTOM' ? fact.name : fact.appName;
    if (name !== undefined) shown.pixel_name = shownName(name);
  }
  if (fact.kind === 'tag' && fact.app !== undefined) shown.app = shownName(fact.app);
  if (place.file !== undefined) shown.file = place.file;
  return shown;
}

function kindOf(fact: Place & Partial<Fact>): FindingPlace['kind'] {
  if (fact.origin !== undefined) return /^[A-Z]{1,3}-\w+$/.test(fact.origin) ? 'container' : 'loader';
  if (fact.pixel !== undefined) return 'custom_pixel';
  if (fact.kind === 'entry') return fact.type === 'CUSTOM' ? 'custom_pixel' : 'app_pixel';
  if ('form' in fact && fact.form === 'web_pixel') return 'app_pixel';
  return fact.file === undefined ? 'page' : 'theme_file';
}

function unreadPlace({ what, id, name }: UnreadFact): FindingPlace {
  if (what === 'page') return { kind: what, pages: [id] };
  if (what === 'container' || what === 'loader') return { kind: what, container: id };
  return { kind: what, pixel_id: id, ...(name !== undefined && { pixel_name: shownName(name) }) };
}
