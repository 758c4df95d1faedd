/** Reads the lists that Portside holds out of the notes of chapter 99, each from the subdivision that its terms name. */
import type { Effort } from '../../domain/effort.ts';
import { TariffFileError } from '../json-fields.ts';
import { hasList, listedCodes } from './listed-codes.ts';
import { type NotesText, notesText } from './notes-text.ts';
import { spend } from './spend.ts';
import { NotesIndex, type Region } from './subdivisions.ts';

/** A list to look for. */
export interface Anchor {
  /** As in the terms: `33(g)`, `16(c)(iv)`, `43(c)(3)-(4)`. */
  note: string;
  /** Chapter 99 heading that the subdivision must speak of. */
  heading: string;
  /** Metal or programme. If the title of a list names a metal, it must be this one. */
  programme: string;
}

/** A list as the file prints it: the line of each number, by its digits. */
export interface PrintedList {
  note: string;
  /** Where it begins: characters of the notes, and the line of the file. */
  at: number;
  line: number;
  codes: Map<string, number>;
}

export interface NotesReading {
  form: NotesText['form'];
  revision: string | null;
  lists: PrintedList[];
  /** Lists beside those that were looked for. Portside has no terms for them. */
  unknown: PrintedList[];
  /** Anchors that name no subdivision of a note, or one that lists its goods in sentences. */
  unread: { note: string; reason: string }[];
}

const PATH = /^(\d{1,3})\(([a-z])\)(?:\(([ivx]{1,6}|\d{1,2})\)(?:-\(([ivx]{1,6}|\d{1,2})\))?)?$/;
const METALS = ['aluminum', 'steel', 'copper'];
/** Subdivisions of 2025 that describe their goods in sentences, with exceptions. */
const IN_SENTENCES = new Set(['16(b)/(j)', '16(l)', '19(b)/(g)', '19(i)']);

/** @throws TariffFileError naming the subdivision and the line, if one list cannot be read for certain */
export function readLists(bytes: Uint8Array, anchors: readonly Anchor[], effort: Effort): NotesReading {
  const { form, revision, lines } = notesText(bytes, effort);
  const index = new NotesIndex(lines, effort);
  const reading: NotesReading = { form, revision, lists: [], unknown: [], unread: [] };
  const parents = new Map<string, Parent>();
  for (const anchor of anchors) {
    const path = IN_SENTENCES.has(anchor.note) ? null : PATH.exec(anchor.note);
    if (!path) {
      const reason = IN_SENTENCES.has(anchor.note)
        ? 'its goods are described in sentences'
        : 'it names no subdivision of a note';
      reading.unread.push({ note: anchor.note, reason });
      continue;
    }
    const [, number, letter, first, last] = path;
    const name = `${number}(${letter})`;
    let parent = parents.get(name);
    if (!parent) {
      parent = openParent(index, name, Number(number), letter!, first);
      parents.set(name, parent);
    }
    requireHeading(index, parent, anchor, effort);
    if (first === undefined) {
      reading.lists.push(printed(anchor.note, index, parent.region, effort));
      continue;
    }
    const labels = partLabels(parent, anchor.note, first, last ?? first, index);
    const parts = labels.map((label) => {
      parent.wanted.add(label);
      const region = parent.parts.get(label)!;
      requireMetal(index, region, anchor, `${name}(${label})`);
      return printed(`${name}(${label})`, index, region, effort);
    });
    const codes = new Map(parts.flatMap((part) => [...part.codes]));
    reading.lists.push({ ...parts[0]!, note: anchor.note, codes });
  }
  for (const [name, { parts, wanted }] of parents) {
    for (const [label, region] of parts) {
      const note = `${name}(${label})`;
      if (!wanted.has(label) && hasList(note, index, region, effort))
        reading.unknown.push(printed(note, index, region, effort));
    }
  }
  return reading;
}

/** A subdivision that has a list, or parts with one each. */
interface Parent {
  name: string;
  region: Region;
  /** Its text before its list or parts. */
  chapeau: Region;
  note: Region;
  parts: Map<string, Region>;
  wanted: Set<string>;
}

function openParent(index: NotesIndex, name: string, number: number, letter: string, part: string | undefined): Parent {
  const note = index.note(number);
  const region = index.subdivision(`U.S. note ${number}`, note, letter);
  const kind = part !== undefined && /^\d/.test(part) ? 'number' : 'roman';
  const parts = part === undefined ? new Map<string, Region>() : index.parts(name, region, kind);
  const colon = index.text.indexOf(':', region.from);
  const to = parts.size > 0 ? [...parts.values()][0]!.from : colon === -1 ? region.to : Math.min(colon, region.to);
  return { name, region, chapeau: { from: region.from, to }, note, parts, wanted: new Set() };
}

function partLabels({ parts, region }: Parent, note: string, first: string, last: string, index: NotesIndex): string[] {
  const labels = [...parts.keys()];
  const [from, to] = [labels.indexOf(first), labels.indexOf(last)];
  if (from === -1 || to < from) {
    throw new TariffFileError(
      index.lineAt(region.from),
      `${note}: the anchor "(${from === -1 ? first : last})" is missing`,
    );
  }
  return labels.slice(from, to + 1);
}

function printed(note: string, index: NotesIndex, region: Region, effort: Effort): PrintedList {
  const { lines, from } = listedCodes(note, index, region, effort);
  return { note, at: from, line: index.lineAt(from), codes: lines };
}

/**
 * A subdivision that speaks of other chapter 99 headings is another one than the list held, so its letter has moved.
 * If it names no heading, its note must.
 */
function requireHeading(index: NotesIndex, { name, chapeau, note }: Parent, { heading }: Anchor, effort: Effort): void {
  const wanted = /^99\d\d\.\d\d\.\d\d/.exec(heading)?.[0];
  if (!wanted) return;
  spend(effort, chapeau.to - chapeau.from);
  const own = headings(index.text.slice(chapeau.from, chapeau.to));
  if (own.length === 0) spend(effort, note.to - note.from);
  const named = own.length > 0 ? own : headings(index.text.slice(note.from, note.to));
  if (named.some(([from, to]) => from <= wanted && wanted <= to)) return;
  const reason = `it speaks of ${named[0]?.[0] ?? 'no heading'}, and the list held belongs to ${wanted}: the anchor has moved`;
  throw new TariffFileError(index.lineAt(chapeau.from), `${name}: ${reason}`);
}

/** The headings of chapter 99 that a text names, as ranges: `9903.82.02–9903.82.19`. */
function headings(text: string): [string, string][] {
  const found = [...text.matchAll(/99\d\d\.\d\d\.\d\d/g)].map((match) => ({ code: match[0], at: match.index }));
  return found.map(({ code, at }, i) => {
    const next = found[i + 1];
    const between = next ? text.slice(at + code.length, next.at) : '';
    const isRange = /^\s*(?:[-–—\ufffd]|through)\s*$/.test(between.slice(0, 40));
    return [code, isRange ? next!.code : code];
  });
}

function requireMetal(index: NotesIndex, region: Region, { programme }: Anchor, name: string): void {
  if (!METALS.includes(programme)) return;
  const title = index.text
    .slice(region.from, Math.min(region.from + 120, region.to))
    .split(':', 1)[0]!
    .toLowerCase();
  const named = METALS.filter((metal) => title.includes(metal));
  if (named.length === 0 || named.includes(programme)) return;
  const reason = `its title says "${title.trim()}", and the list held is of ${programme}: the anchor has moved`;
  throw new TariffFileError(index.lineAt(region.from), `${name}: ${reason}`);
}
