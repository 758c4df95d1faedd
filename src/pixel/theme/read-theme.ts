/** Reads the source of a theme as a scan reads a page: the same elements, scripts and tags, with files and lines of the theme. */
import { Effort } from '../../domain/effort.ts';
import { PageExtractor, WORK_MIN, WORK_PER_CHAR } from '../html/page-extractor.ts';
import type { ReaderFaults } from '../reader-faults.ts';
import type { Fact, MarkFact, Place, Runs } from '../tags/facts.ts';
import { recognise } from '../tags/recognise.ts';
import { VARIABLE } from '../tags/variable.ts';
import type { ThemeFile, ThemePiece } from './theme-files.ts';
import { CHECKOUT_LAYOUT, type PagePiece, pagesOf, type ThemePage } from './theme-pages.ts';
import { readSettings } from './theme-settings.ts';

export interface ReadTheme {
  facts: Fact[];
  /** Files that were read. */
  files: number;
  /** Names of the app embeds that the theme switches on. Their code comes from the apps. */
  appEmbeds: string[];
}

const FACTS_MAX = 2000;
/** Room for the scripts of one piece, so that no two pieces have a script of the same ordinal. */
const SCRIPTS_PER_PIECE = 10_000;

/**
 * Facts of code that the theme uses, with the page that they are on if pages differ, and a mark for each file that holds tags and that
 * nothing loads.
 * @param faults contains exceptions, so that only one file is not read. By default they pass
 */
export function readTheme(files: readonly ThemeFile[], faults?: ReaderFaults): ReadTheme {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const settings = readSettings(texts.get('config/settings_data.json'), texts.get('config/settings_schema.json'));
  const chars = files.reduce((sum, { text }) => sum + text.length, 0);
  const effort = new Effort(WORK_MIN + 4 * WORK_PER_CHAR * chars);
  const { pages, unused, unread } = pagesOf(files, settings, effort);
  const facts: Fact[] = [mark('shopify'), mark('theme')];
  const broken = new Set<string>();
  const known = new Map<ThemePiece, Fact[]>();
  const factsIn = (piece: ThemePiece): Fact[] => {
    let found = known.get(piece);
    if (!found) {
      const read = () => placed(piece, texts.get(piece.path)!, known.size, effort);
      const give = () => {
        broken.add(piece.path);
        return [];
      };
      found = faults ? faults.contain(read, give) : read();
      known.set(piece, found);
    }
    return found;
  };
  for (const { names, pieces } of alikePages(pages, factsIn)) {
    for (const standing of pieces) {
      if (facts.length > FACTS_MAX || effort.spent) break;
      for (const fact of factsIn(standing.piece).filter(isTelling))
        facts.push({ ...standingOn(fact, standing), ...(names && { page: names }) });
    }
  }
  const used = new Set(pages.flatMap(({ pieces }) => pieces.map(({ piece }) => piece)));
  for (const piece of used)
    facts.push(
      ...factsIn(piece)
        .filter((fact) => !isTelling(fact))
        .slice(0, 20),
    );
  for (const piece of unused) {
    if (facts.length > FACTS_MAX || effort.spent) break;
    const first = factsIn(piece).find(({ kind }) => kind === 'tag' || kind === 'event' || kind === 'vendor');
    if (first) facts.push(markAt(first, 'unused_file', piece.path));
  }
  for (const path of broken) facts.push(mark('cut', `${path} could not be read`));
  for (const path of unread.slice(0, 20)) facts.push(mark('cut', `${path} cannot be read as JSON`));
  if (texts.has(CHECKOUT_LAYOUT)) facts.push({ ...mark('checkout_layout'), file: CHECKOUT_LAYOUT });
  if (facts.length > FACTS_MAX) facts.push(mark('cut', 'the theme has too many tags to list'));
  else if (effort.spent) facts.push(mark('cut', 'the theme costs too much to read in full'));
  return { facts, files: files.length, appEmbeds: [...settings.appEmbeds] };
}

/** Pages that have the same facts are one. `names` is absent if all pages are. */
function alikePages(
  pages: readonly ThemePage[],
  factsIn: (piece: ThemePiece) => readonly Fact[],
): { names?: string; pieces: PagePiece[] }[] {
  const groups = new Map<string, { templates: string[]; pieces: PagePiece[] }>();
  const ids = new Map<ThemePiece, number>();
  for (const { templates, pieces } of pages) {
    const telling = pieces.filter(({ piece }) => factsIn(piece).some(isTelling));
    const key = telling.map(({ piece, isConditional, isPerhaps }) => {
      if (!ids.has(piece)) ids.set(piece, ids.size);
      return `${ids.get(piece)} ${isConditional} ${isPerhaps}`;
    });
    const known = groups.get(key.join());
    if (known) known.templates.push(...templates);
    else groups.set(key.join(), { templates: [...templates], pieces: telling });
  }
  const all = [...groups.values()].filter(({ pieces }) => pieces.length > 0);
  return groups.size === 1 ? all : all.map(({ templates, pieces }) => ({ names: namesOf(templates), pieces }));
}

/** Facts by which pages differ. Of the marks, most say something about a page as a whole, which a file is not. */
function isTelling(fact: Fact): boolean {
  return fact.kind !== 'mark' || TELLING.has(fact.name);
}

const TELLING: ReadonlySet<MarkFact['name']> = new Set([
  'checkout_code',
  'app_embed_script',
  'antiflicker',
  'customer_data_url',
  'merchant_code',
  'amp_tracker',
]);

function namesOf([first, ...others]: readonly string[]): string {
  if (others.length === 0) return first!;
  return `${first} and ${others.length === 1 ? 'another template' : `${others.length} other templates`}`;
}

/** What is written under a condition does not run on every page. */
function standingOn(fact: Fact, { isConditional, isPerhaps }: PagePiece): Fact {
  const runs =
    'runs' in fact && fact.runs === 'load' && (isConditional || isPerhaps) ? { runs: 'branch' as const } : {};
  return { ...fact, ...runs, ...(isPerhaps && { perhaps: true as const }) };
}

function placed(piece: ThemePiece, file: string, ordinal: number, effort: Effort): Fact[] {
  const placeOf = placer(piece, file, ordinal * SCRIPTS_PER_PIECE);
  const facts = factsOf(piece, effort)
    .filter((fact) => fact.kind !== 'mark' || !OF_PAGES.has(fact.name))
    .map(placeOf);
  const [word] = piece.written.checkoutWords;
  if (word !== undefined) facts.push({ ...mark('checkout_code'), ...placeIn(piece, file, word), script: -1 - ordinal });
  return facts;
}

/** Marks of one file that say nothing about a theme: its size, and that one template sends visitors on. */
const OF_PAGES: ReadonlySet<MarkFact['name']> = new Set(['page_size', 'root_element', 'redirect']);

function markAt(fact: Fact, name: MarkFact['name'], value: string): MarkFact {
  const { offset, line, column, script, excerpt, file } = fact;
  return { ...mark(name, value), offset, line, column, script, excerpt, ...(file !== undefined && { file }) };
}

function factsOf({ kind, written }: ThemePiece, effort: Effort): Fact[] {
  if (kind === 'liquid') {
    const page = new PageExtractor({ effort });
    page.push(written.text);
    return page.end();
  }
  const facts: Fact[] = [];
  const at = { offset: 0, line: 1, column: 1 };
  recognise({ text: written.text, at, form: 'inline', script: 1 }, (fact) => void facts.push(fact), effort);
  return facts;
}

/** Puts a fact at its place in the file. Code under a Liquid condition does not run on every page. */
function placer(piece: ThemePiece, file: string, scripts: number): (fact: Fact) => Fact {
  return (fact) => {
    const { written } = piece;
    const placed = { ...fact, ...placeIn(piece, file, written.originOf(fact.offset)), script: scripts + fact.script };
    placed.excerpt = placed.excerpt.replaceAll(VARIABLE, '{{…}}');
    if (placed.kind === 'tag' && placed.id?.includes(VARIABLE))
      Object.assign(placed, { id: undefined, invalid: undefined });
    const runs: Runs | undefined = 'runs' in placed ? placed.runs : undefined;
    if (runs === 'load' && written.isConditional(fact.offset)) Object.assign(placed, { runs: 'branch' });
    return placed;
  };
}

/** @param offset in the file, or in the value of a setting */
function placeIn(piece: ThemePiece, file: string, offset: number): Pick<Place, 'offset' | 'line' | 'column' | 'file'> {
  const at = piece.isSetting ? piece.from : offset;
  const before = file.lastIndexOf('\n', at - 1);
  return { offset: at, line: lineOf(file, at), column: at - before, file: piece.path };
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function mark(name: MarkFact['name'], value?: string): MarkFact {
  return {
    kind: 'mark',
    name,
    offset: 0,
    line: 1,
    column: 1,
    script: 0,
    excerpt: '',
    ...(value !== undefined && { value }),
  };
}
