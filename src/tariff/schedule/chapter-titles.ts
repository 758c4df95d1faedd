/** The titles of the chapters (`data/tariff/chapters.json`). The official export does not have them. */
import titlesJson from '../../../data/tariff/chapters.json' with { type: 'text' };

let titles: ReadonlyMap<string, string> | undefined;

/** @param chapter two digits. Null for a chapter without a title: 77 is reserved. */
export function chapterTitle(chapter: string): string | null {
  titles ??= new Map(Object.entries((JSON.parse(titlesJson as unknown as string) as { titles: object }).titles));
  return titles.get(chapter) ?? null;
}
