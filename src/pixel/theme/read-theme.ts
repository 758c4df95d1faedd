/** Reads the source of a theme as a scan reads a page: the same elements, scripts and tags, with files and lines of the theme. */
import { Effort } from '../../domain/effort.ts';
import { PageExtractor, WORK_MIN, WORK_PER_CHAR } from '../html/page-extractor.ts';
import type { Fact, MarkFact, Place, Runs } from '../tags/facts.ts';
import { recognise } from '../tags/recognise.ts';
import { VARIABLE } from '../tags/variable.ts';
import { piecesOf, type ThemeFile, type ThemePiece } from './theme-files.ts';
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

/** Facts of code that the theme uses, and a mark for each file that holds tags and that nothing loads. Never throws. */
export function readTheme(files: readonly ThemeFile[]): ReadTheme {
  const textOf = (path: string) => files.find((file) => file.path === path)?.text;
  const settings = readSettings(textOf('config/settings_data.json'), textOf('config/settings_schema.json'));
  const chars = files.reduce((sum, { text }) => sum + text.length, 0);
  const effort = new Effort(WORK_MIN + 4 * WORK_PER_CHAR * chars);
  const { used, unused, unread } = piecesOf(files, settings, effort);
  const lines = new Map(files.map((file) => [file.path, file.text]));
  const facts: Fact[] = [mark('shopify'), mark('theme')];
  used.forEach((piece, i) => {
    if (facts.length > FACTS_MAX || effort.spent) return;
    const placeOf = placer(piece, lines.get(piece.path)!, i * SCRIPTS_PER_PIECE);
    for (const fact of factsOf(piece, effort)) facts.push(placeOf(fact));
    for (const offset of piece.written.checkoutWords.slice(0, 1)) {
      facts.push({ ...mark('checkout_code'), ...placeIn(piece, lines.get(piece.path)!, offset), script: -1 - i });
    }
  });
  for (const piece of unused) {
    if (facts.length > FACTS_MAX || effort.spent) break;
    const first = factsOf(piece, effort).find(({ kind }) => kind === 'tag' || kind === 'event');
    if (first)
      facts.push({
        ...mark('unused_file', piece.path),
        ...placer(piece, lines.get(piece.path)!, 0)(first),
        kind: 'mark',
        name: 'unused_file',
        value: piece.path,
      } as MarkFact);
  }
  for (const path of unread.slice(0, 20)) facts.push(mark('cut', `${path} cannot be read as JSON`));
  if (files.some(({ path }) => path === 'layout/checkout.liquid'))
    facts.push({ ...mark('checkout_layout'), file: 'layout/checkout.liquid' });
  if (facts.length > FACTS_MAX) facts.push(mark('cut', 'the theme has too many tags to list'));
  else if (effort.spent) facts.push(mark('cut', 'the theme costs too much to read in full'));
  return { facts, files: files.length, appEmbeds: [...settings.appEmbeds] };
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
