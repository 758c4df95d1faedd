/** The lists inside the binary. They are read on the first call, so that a command that needs none starts sooner. */
import { readFileSync } from 'node:fs';
import announcedJson from '../../data/tariff/announced.json' with { type: 'file' };
import articlesJson from '../../data/tariff/articles.json' with { type: 'file' };
import lawReadJson from '../../data/tariff/law-read.json' with { type: 'file' };
import metals2025Json from '../../data/tariff/metals-2025.json' with { type: 'file' };
import note16cJson from '../../data/tariff/note-16c.json' with { type: 'file' };
import otherProgrammesJson from '../../data/tariff/other-programmes.json' with { type: 'file' };
import removedJson from '../../data/tariff/removed-2026-04-06.json' with { type: 'file' };
import successionsJson from '../../data/tariff/successions.json' with { type: 'file' };
import type { Fields } from '../domain/fields.ts';
import { SUCCESSION_KINDS, type Succession } from '../domain/tariff-coverage.ts';
import type { Article, Articles } from '../domain/tariff-list.ts';
import { formatCode, parseCode } from './hts-code.ts';
import { parseFields } from './json-fields.ts';
import { parseAnnounced } from './law/announced.ts';
import { parseLawRead } from './law/law-read.ts';
import { parseList, readArticle, readDate } from './parse-list.ts';
import { embeddedSchedule } from './schedule/embedded-schedule.ts';
import type { Removal, TariffData } from './tariff-data.ts';

// TypeScript gives a .json import the type of its content. At run time `type: 'file'` makes it the name of the file.
const textOf = (imported: unknown) => readFileSync(imported as string, 'utf8');

let embedded: TariffData | undefined;

/** The embedded lists, parsed and validated once. @throws TariffFileError if an embedded file is faulty; tests rule this out */
export function embeddedTariff(): TariffData {
  if (!embedded) {
    const articles = parseArticles(textOf(articlesJson));
    const lists = [note16cJson, metals2025Json, otherProgrammesJson].map((json) => parseList(textOf(json), articles));
    embedded = {
      lists,
      articles,
      successions: parseSuccessions(textOf(successionsJson)),
      removed: parseRemoved(textOf(removedJson)),
      law: parseLawRead(textOf(lawReadJson)),
      announced: parseAnnounced(textOf(announcedJson)),
      schedule: embeddedSchedule(),
      numbers: embeddedSchedule().numbers,
    };
  }
  return embedded;
}

function parseArticles(text: string): Articles {
  const articles: Record<string, Article> = Object.create(null);
  for (const row of parseFields(text).each('rows', 2_000)) {
    const heading = row.matching('heading', /^\d{4}$/, 'a 4-digit heading');
    if (articles[heading]) row.refuse(`heading ${heading} occurs twice`);
    articles[heading] = readArticle(row);
  }
  return articles;
}

/** The digits of the code in a field. */
function readCodeDigits(row: Fields, key: string): string {
  return parseCode(row.text(key, 40)) ?? row.refuse('must be a tariff number', key);
}

/** The printed spelling of the ten-digit number in a field. */
function readNumber(row: Fields, key: string): string {
  const digits = readCodeDigits(row, key);
  if (digits.length !== 10) row.refuse('must have ten digits', key);
  return formatCode(digits);
}

function parseSuccessions(text: string): Succession[] {
  return parseFields(text)
    .each('rows', 5_000)
    .map((row) => ({
      old: readNumber(row, 'old'),
      new: readNumber(row, 'new'),
      retired_on: readDate(row, 'retired_on'),
      kind: row.oneOf('kind', SUCCESSION_KINDS),
      reused: row.has('reused') && row.flag('reused'),
      source: row.text('source'),
    }));
}

function parseRemoved(text: string): Removal[] {
  const file = parseFields(text);
  const date = readDate(file, 'removed_from');
  const source = file.text('source');
  return file.each('rows', 2_000).map((row) => ({
    code: row.text('code', 40),
    digits: readCodeDigits(row, 'code'),
    former: row.text('former'),
    date,
    later: row.has('later') ? row.text('later') : null,
    source,
  }));
}
