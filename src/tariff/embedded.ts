/** The lists that ship inside the binary. Nothing is read or checked before the first call: cold start pays only then. */
import articlesJson from '../../data/tariff/articles.json' with { type: 'text' };
import metals2025Json from '../../data/tariff/metals-2025.json' with { type: 'text' };
import note16cJson from '../../data/tariff/note-16c.json' with { type: 'text' };
import otherProgrammesJson from '../../data/tariff/other-programmes.json' with { type: 'text' };
import removedJson from '../../data/tariff/removed-2026-04-06.json' with { type: 'text' };
import retiredJson from '../../data/tariff/retired-suffixes.json' with { type: 'text' };
import type { Article, Articles, TariffList } from '../domain/tariff-list.ts';
import { formatCode, parseCode } from './hts-code.ts';
import { Fields, parseJson } from './json-fields.ts';
import { parseList, readArticle, readDate } from './parse-list.ts';

/** A statistical suffix that USITC replaced, perhaps while the note still prints the old number. */
export interface RetiredSuffix {
  retired: string;
  successor: string;
  effective: string;
  still_listed: boolean;
  /** `inferred`: the groups of old and new numbers are known, which maps to which is not. */
  pairing: 'stated' | 'inferred';
}

/** A number that Annex II of Proclamation 11021 took out of scope. */
export interface Removal {
  code: string;
  digits: string;
  former: string;
  date: string;
  later: string | null;
  source: string;
}

/** Everything the tariff product knows, as one immutable value that is swapped whole. */
export interface TariffData {
  lists: readonly TariffList[];
  articles: Articles;
  retired: readonly RetiredSuffix[];
  removed: readonly Removal[];
}

// TypeScript types a .json import by its content; `type: 'text'` makes it the text of the file at run time.
const textOf = (imported: unknown) => imported as string;

let embedded: TariffData | undefined;

/** The embedded lists, read and validated once. @throws TariffFileError where a shipped file is bad (a test holds it) */
export function embeddedTariff(): TariffData {
  if (!embedded) {
    const articles = loadArticles(textOf(articlesJson));
    const lists = [note16cJson, metals2025Json, otherProgrammesJson].map((json) => parseList(textOf(json), articles));
    embedded = {
      lists,
      articles,
      retired: loadRetired(textOf(retiredJson)),
      removed: loadRemoved(textOf(removedJson)),
    };
  }
  return embedded;
}

function open(text: string): Fields {
  const { value, lineOf } = parseJson(text);
  return new Fields(value, lineOf);
}

function loadArticles(text: string): Articles {
  const articles: Record<string, Article> = {};
  for (const row of open(text).each('rows', 2_000)) {
    const heading = row.matching('heading', /^\d{4}$/, 'a 4-digit heading');
    if (articles[heading]) row.refuse(`heading ${heading} is named twice`);
    articles[heading] = readArticle(row);
  }
  return articles;
}

/** The digits of a code. */
function readCode(row: Fields, key: string): string {
  const digits = parseCode(row.text(key, 40));
  if (digits === null) row.refuse('must be a tariff number', key);
  return digits;
}

function loadRetired(text: string): RetiredSuffix[] {
  return open(text)
    .each('rows', 2_000)
    .map((row) => ({
      retired: formatCode(readCode(row, 'retired')),
      successor: formatCode(readCode(row, 'successor')),
      effective: readDate(row, 'effective'),
      still_listed: row.flag('still_listed'),
      pairing: row.oneOf('pairing', ['stated', 'inferred']),
    }));
}

function loadRemoved(text: string): Removal[] {
  const file = open(text);
  const date = readDate(file, 'removed_from');
  const source = file.text('source');
  return file.each('rows', 2_000).map((row) => ({
    code: row.text('code', 40),
    digits: readCode(row, 'code'),
    former: row.text('former'),
    date,
    later: row.has('later') ? row.text('later') : null,
    source,
  }));
}
