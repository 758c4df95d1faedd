/** The places of a finding in words. Places that differ only in their line or tag share one line if there are many. */
import type { FindingPlace } from '../../domain/scan-report.ts';
import { plain, spaced } from './plain-text.ts';

/** So many places are shown one by one. */
const ONE_BY_ONE_MAX = 4;

export interface PlaceLine {
  text: string;
  excerpt?: string;
}

/** @param pageCount how many pages were scanned. A place that all of them have needs no list of pages */
export function placeLines(places: readonly FindingPlace[], pageCount: number): PlaceLine[] {
  if (places.length <= ONE_BY_ONE_MAX) {
    return places.map((place) => ({
      text: whereText(place, [lineText(place), tagText(place)], pageCount),
      ...(place.excerpt && { excerpt: plain(place.excerpt) }),
    }));
  }
  const groups = new Map<string, FindingPlace[]>();
  for (const place of places) {
    const key = JSON.stringify([place.kind, place.file, place.app, place.container, place.pixel_id, place.pages]);
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  return Array.from(groups.values(), (group) => ({
    text: whereText(
      group[0]!,
      [listText('line', group.flatMap(lineOf)), listText('tag', group.flatMap(tagOf))],
      pageCount,
    ),
  }));
}

function whereText(place: FindingPlace, parts: string[], pageCount: number): string {
  const text = [nameOf(place), ...parts.filter((part) => part !== '')].join(', ');
  return text + pagesText(place.pages ?? [], pageCount);
}

/** `container GTM-DEMO123`, `custom pixel Purchases (1003)`. */
function nameOf({ kind, file, app, container, pixel_id, pixel_name }: FindingPlace): string {
  if (kind === 'page') return app === undefined ? 'page' : `page, app block ${plain(app)}`;
  if (kind === 'theme_file') return plain(file ?? 'theme file');
  const id = container ?? pixel_id;
  if (pixel_name !== undefined)
    return `${spaced(kind)} ${plain(pixel_name)}${id === undefined ? '' : ` (${plain(id)})`}`;
  return id === undefined ? spaced(kind) : `${spaced(kind)} ${plain(id)}`;
}

function lineOf({ line, column }: FindingPlace): string[] {
  if (line === undefined) return [];
  return [column === undefined ? String(line) : `${line}:${column}`];
}

function lineText(place: FindingPlace): string {
  return listText('line', lineOf(place));
}

function tagOf({ tag_id, tag_name }: FindingPlace): string[] {
  const id = tag_id === undefined ? [] : [plain(tag_id)];
  const parts = tag_name === undefined ? id : [...id, `“${plain(tag_name)}”`];
  return parts.length === 0 ? [] : [parts.join(' ')];
}

function tagText(place: FindingPlace): string {
  const tag = listText('tag', tagOf(place));
  const trigger = place.trigger === undefined ? '' : `fires ${plain(place.trigger)}`;
  return [tag, trigger].filter((part) => part !== '').join(', ');
}

function listText(noun: string, items: readonly string[]): string {
  const unique = [...new Set(items)];
  return unique.length === 0 ? '' : `${noun}${unique.length > 1 ? 's' : ''} ${unique.join(', ')}`;
}

function pagesText(pages: readonly string[], pageCount: number): string {
  if (pages.length === 0 || pageCount < 2) return '';
  return pages.length >= pageCount ? ' (on every page)' : ` (on ${pages.map(plain).join(', ')})`;
}
