/**
 * Finds a subdivision such as 33(g) or 16(c)(iv) in the notes of subchapter III.
 *
 * A subdivision begins at its marker at the start of a line and ends at the next marker of its rank. Nesting is not used: the HTML
 * nests wrongly, and a PDF does not nest. Romans (i), (v) and (x) are also letters; what came before decides. A marker that is
 * missing, out of order or there twice is a fault, because the list beside it would be read with the wrong limits.
 */
import type { Effort } from '../../domain/effort.ts';
import { TariffFileError } from '../json-fields.ts';
import type { NoteLine } from './note-line.ts';
import { spend } from './spend.ts';

/** Part of the notes: characters of `NotesIndex.text`. */
export interface Region {
  from: number;
  to: number;
}

interface Marker {
  label: string;
  /** Where the marker starts, and where the text behind it starts. */
  at: number;
  end: number;
}

/** Where no subdivision (a) follows, a note cannot jump further. A number at the start of a line that does is part of a sentence. */
const NOTE_GAP_MAX = 12;
const ROMANS = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv'.split(
  ' ',
);
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** The notes as one text, with the line of each character. */
export class NotesIndex {
  readonly text: string;
  readonly #starts: number[] = [];
  readonly #lines: readonly NoteLine[];
  readonly #notes: { number: number; at: number; end: number; opens: boolean }[];

  constructor(
    lines: readonly NoteLine[],
    private readonly effort: Effort,
  ) {
    this.#lines = lines;
    let length = 0;
    for (const { text } of lines) {
      this.#starts.push(length);
      length += text.length + 1;
    }
    this.text = lines.map(({ text }) => text).join('\n');
    spend(effort, length);
    this.#notes = this.#findNotes();
  }

  /** The line of the file in which a character stands. */
  lineAt(at: number): number {
    return this.#lines[this.#rowAt(at)]?.line ?? 0;
  }

  /** @throws TariffFileError if the note is not there, or is there twice */
  note(number: number): Region {
    const found = this.#notes.filter((note) => note.number === number && note.opens);
    if (found.length === 0) {
      const deleted = this.#notes.find((note) => note.number === number && this.#startsWith(note.end, '[Note deleted'));
      const reason = deleted ? `note ${number} is deleted` : `the anchor "${number}. (a)" is missing in subchapter III`;
      throw new TariffFileError(deleted ? this.lineAt(deleted.at) : null, `U.S. note ${number}: ${reason}`);
    }
    if (found.length > 1)
      throw this.#twice(`U.S. note ${number}: the anchor "${number}. (a)"`, found[0]!.at, found[1]!.at);
    const [{ at, end }] = found as [(typeof found)[number]];
    const next = this.#notes.find(
      (note) => note.at > at && note.number > number && (note.opens || note.number <= number + NOTE_GAP_MAX),
    );
    return { from: end, to: next?.at ?? this.text.length };
  }

  /**
   * Subdivision `letter` of a note.
   * @throws TariffFileError if its marker, or the one before or behind it, is missing or there twice
   */
  subdivision(name: string, note: Region, letter: string): Region {
    const rank = LETTERS.indexOf(letter);
    const markers = this.#letters(name, note);
    const at = markers.findIndex((marker) => marker.label === letter);
    const marker = markers[at];
    if (!marker) throw new TariffFileError(this.lineAt(note.from), `${name}: the anchor "(${letter})" is missing`);
    const [before, after] = [markers[at - 1]?.label, markers[at + 1]?.label];
    if (before !== LETTERS[rank - 1]) throw this.#missing(name, LETTERS[rank - 1]!, marker.at);
    if (after !== undefined && after !== LETTERS[rank + 1])
      throw this.#missing(name, LETTERS[rank + 1]!, markers[at + 1]!.at);
    return { from: marker.end, to: markers[at + 1]?.at ?? note.to };
  }

  /**
   * The parts (i), (ii), … or (1), (2), … of a subdivision, in order; empty if it has none.
   * @throws TariffFileError if one is missing or there twice
   */
  parts(name: string, region: Region, kind: 'roman' | 'number'): Map<string, Region> {
    const labelAt = (rank: number) => (kind === 'roman' ? ROMANS[rank] : `${rank + 1}`);
    const rankOf = (label: string) =>
      kind === 'roman' ? ROMANS.indexOf(label) : /^\d{1,2}$/.test(label) ? Number(label) - 1 : -1;
    const markers: Marker[] = [];
    for (const marker of this.#inlineMarkers(region)) {
      const rank = rankOf(marker.label);
      if (rank < 0) continue;
      if (marker.label === labelAt(markers.length)) {
        markers.push(marker);
      } else if (this.#startsLine(marker.at) && this.#isTitle(marker.end)) {
        if (rank < markers.length)
          throw this.#twice(`${name}: the anchor "(${marker.label})"`, markers[rank]!.at, marker.at);
        throw this.#missing(name, labelAt(markers.length)!, marker.at);
      }
    }
    const regions = markers.map(
      ({ label, end }, at) => [label, { from: end, to: markers[at + 1]?.at ?? region.to }] as const,
    );
    return new Map(regions);
  }

  #twice(what: string, first: number, second: number): TariffFileError {
    return new TariffFileError(this.lineAt(second), `${what} is there twice, also on line ${this.lineAt(first)}`);
  }

  #missing(name: string, label: string, at: number): TariffFileError {
    return new TariffFileError(
      this.lineAt(at),
      `${name}: the anchor "(${label})" is missing before this line, or has moved`,
    );
  }

  /** The numbered notes. `opens`: a subdivision (a) follows, which each note with lists has. */
  #findNotes() {
    const notes: { number: number; at: number; end: number; opens: boolean }[] = [];
    for (const [row, { text }] of this.#lines.entries()) {
      const match = /^ *(\d{1,3})\.(?: |$)/.exec(text.slice(0, 200));
      if (!match) continue;
      const at = this.#starts[row]!;
      const end = at + match[0].length;
      const first = this.#skipBlank(end);
      const next = this.text[first] ?? '';
      // Behind the number of a note comes a sentence, "(a)", or "[Note deleted.]".
      if (!/[A-Z([“"']/.test(next)) continue;
      notes.push({ number: Number(match[1]), at, end: first, opens: this.text.startsWith('(a)', first) });
    }
    spend(this.effort, this.#lines.length);
    return notes;
  }

  /** The markers of the first rank: letters at the start of a line, in the order of the alphabet. */
  #letters(name: string, note: Region): Marker[] {
    const candidates = this.#lineMarkers(note).filter(
      ({ label, end }) => label.length <= 5 && this.#opensSentence(end),
    );
    const letters: Marker[] = [];
    for (const [at, marker] of candidates.entries()) {
      const rank = LETTERS.indexOf(marker.label);
      if (rank === -1) continue;
      const last = letters.length === 0 ? -1 : LETTERS.indexOf(letters.at(-1)!.label);
      if (rank === last + 1) {
        if (!this.#isRomanPart(marker, candidates[at + 1])) letters.push(marker);
      } else if (!ROMANS.includes(marker.label)) {
        if (rank > last) letters.push(marker);
        else if (rank <= last) {
          const first = letters.find(({ label }) => label === marker.label);
          if (first) throw this.#twice(`${name}: the anchor "(${marker.label})"`, first.at, marker.at);
          throw this.#missing(name, LETTERS[last + 1]!, marker.at);
        }
      }
    }
    spend(this.effort, candidates.length);
    return letters;
  }

  /** (i) that follows (h) opens the romans of (h) if (ii) follows, and (v) and (x) likewise. */
  #isRomanPart({ label }: Marker, next: Marker | undefined): boolean {
    const rank = ROMANS.indexOf(label);
    return rank !== -1 && next !== undefined && next.label === ROMANS[rank + 1];
  }

  /** Markers at the start of lines. One line may begin with two: `16. (a)`, `(c) (1)`. */
  #lineMarkers(region: Region): Marker[] {
    const markers: Marker[] = [];
    for (let row = this.#rowAt(region.from); row < this.#lines.length; row++) {
      const start = Math.max(this.#starts[row]!, region.from);
      if (start >= region.to) break;
      let marker = this.#markerAt(this.#skipSpaces(start));
      for (let more = 0; marker && more < 3; more++) {
        markers.push(marker);
        marker = this.#markerAt(this.#skipSpaces(marker.end));
      }
      spend(this.effort, 1);
    }
    return markers;
  }

  /** Markers anywhere: at the start of a line, or behind `:`, `;`, `,`, "and" or "or", or behind another marker. */
  *#inlineMarkers(region: Region): Generator<Marker> {
    const first = this.#skipBlank(region.from);
    for (
      let at = this.text.indexOf('(', region.from);
      at !== -1 && at < region.to;
      at = this.text.indexOf('(', at + 1)
    ) {
      spend(this.effort, 1);
      const marker = this.#markerAt(at);
      if (marker && (at === first || this.#startsLine(at) || this.#followsStop(at))) yield marker;
    }
  }

  #markerAt(at: number): Marker | null {
    if (this.text[at] !== '(') return null;
    const close = this.text.slice(at + 1, at + 8).indexOf(')');
    if (close < 1) return null;
    const label = this.text.slice(at + 1, at + 1 + close);
    const end = at + close + 2;
    const isBehind = end >= this.text.length || /\s/.test(this.text[end]!);
    return isBehind && /^[a-zA-Z0-9]+$/.test(label) ? { label, at, end } : null;
  }

  #startsLine(at: number): boolean {
    let start = at;
    while (start > 0 && this.text[start - 1] === ' ' && at - start < 400) start--;
    return start === 0 || this.text[start - 1] === '\n';
  }

  #followsStop(at: number): boolean {
    const before = this.text.slice(Math.max(0, at - 12), at).trimEnd();
    return /[:;,]$|\b(?:and|or)$/.test(before);
  }

  /** The text behind a marker begins a sentence. `(g) of this note` at the start of a line is the end of one. */
  #opensSentence(end: number): boolean {
    const first = this.text[this.#skipBlank(end)] ?? '';
    return first === '' || /[A-Z([“"'‘]/.test(first);
  }

  /** The line behind a marker is the title of a list: it ends with a colon, or with a remark in brackets. */
  #isTitle(end: number): boolean {
    const line = this.text.slice(end, end + 120).split('\n', 1)[0]!;
    return /^ *[A-Z][^:.;]{0,80}:/.test(line);
  }

  #startsWith(at: number, start: string): boolean {
    return this.text.startsWith(start, at);
  }

  #skipSpaces(from: number): number {
    let at = from;
    while (this.text[at] === ' ') at++;
    spend(this.effort, at - from);
    return at;
  }

  /** Behind white space and the word `null`, which the HTML prints for empty fields. */
  #skipBlank(from: number): number {
    let at = from;
    for (;;) {
      const start = at;
      while (at < this.text.length && /\s/.test(this.text[at]!)) at++;
      if (this.text.startsWith('null', at)) at += 4;
      spend(this.effort, at - start);
      if (at === start) return at;
    }
  }

  #rowAt(at: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
