/**
 * TrueType subsets for embedding (ISO 32000-1, 9.9): the glyphs that a document draws, renumbered in order of use. Outlines
 * are copied unchanged, without the hinting programs that no PDF reader needs, so a subset takes microseconds.
 */

/** The location of a font's data that a subset needs. Read once per font. */
export interface Outlines {
  bytes: Uint8Array;
  view: DataView;
  /** Tables by tag. Offset and length are in bytes. */
  tables: ReadonlyMap<string, { offset: number; length: number }>;
  glyphCount: number;
  /** Number of `hmtx` entries with their own advance. Later glyphs use the last one. */
  metricsCount: number;
  longOffsets: boolean;
}

export function readOutlines(file: Uint8Array): Outlines {
  // A plain Uint8Array: `slice` of a Buffer shares memory, and a subset writes into its slices.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, { offset: number; length: number }>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + i * 16;
    const tag = String.fromCharCode(...bytes.subarray(entry, entry + 4));
    tables.set(tag, { offset: view.getUint32(entry + 8), length: view.getUint32(entry + 12) });
  }
  const at = (tag: string) => tables.get(tag)!.offset;
  return {
    bytes,
    view,
    tables,
    glyphCount: view.getUint16(at('maxp') + 4),
    metricsCount: view.getUint16(at('hhea') + 34),
    longOffsets: view.getInt16(at('head') + 50) === 1,
  };
}

/** A glyph within a composed one, in units of the font. */
export interface GlyphPart {
  /** Glyph number in the whole font. */
  id: number;
  x: number;
  y: number;
}

export interface Bounds {
  xMin: number;
  yMin: number;
  xMax: number;
  yMax: number;
}

/** The offset of a glyph's outline in the file, and its length in bytes, which is 0 for a blank. */
function locate({ view, tables, longOffsets }: Outlines, glyph: number): { start: number; length: number } {
  const loca = tables.get('loca')!.offset;
  const offsetOf = (n: number) => (longOffsets ? view.getUint32(loca + n * 4) : view.getUint16(loca + n * 2) * 2);
  const start = offsetOf(glyph);
  return { start: tables.get('glyf')!.offset + start, length: offsetOf(glyph + 1) - start };
}

/** The box around a glyph's outline, in units of the font; undefined for a blank. */
export function boundsOf(outlines: Outlines, glyph: number): Bounds | undefined {
  const { start, length } = locate(outlines, glyph);
  if (!length) return undefined;
  const at = (offset: number) => outlines.view.getInt16(start + offset);
  return { xMin: at(2), yMin: at(4), xMax: at(6), yMax: at(8) };
}

/** A new glyph that draws several of the font. */
interface Composition {
  parts: readonly GlyphPart[];
  advance: number;
}

/** Replaces fontkit's subset, which has the same interface but parses every outline again for every document. */
export class Subset {
  /** Glyph numbers in the whole font, or new glyphs. The index is the number in the subset. Glyph 0, `.notdef`, is first. */
  readonly #glyphs: (number | Composition)[] = [0];
  readonly #components = new Map<number, number>();

  constructor(private readonly outlines: Outlines) {}

  /**
   * Adds a glyph and returns its number in the subset. It is new, a composite, unless it is a glyph of the font as it is.
   * @param advance in units of the font
   */
  add(parts: readonly GlyphPart[], advance: number): number {
    const [first] = parts;
    const inPlace = first && parts.length === 1 && first.x === 0 && first.y === 0;
    const isOwn = inPlace && this.#metrics(first.id).advance === advance;
    return this.#glyphs.push(isOwn ? first.id : { parts, advance }) - 1;
  }

  /** The font file of the subset. */
  encode(): Uint8Array {
    const outlines: Uint8Array[] = [];
    // Composite glyphs append their components to the list during this loop.
    for (let i = 0; i < this.#glyphs.length; i++) outlines.push(this.#outline(this.#glyphs[i]!));

    const count = this.#glyphs.length;
    const loca = new Uint8Array((count + 1) * 4);
    const hmtx = new Uint8Array(count * 4);
    const locaView = new DataView(loca.buffer);
    const hmtxView = new DataView(hmtx.buffer);
    let end = 0;
    outlines.forEach((outline, i) => {
      const { advance, bearing } = this.#metrics(this.#glyphs[i]!);
      hmtxView.setUint16(i * 4, advance);
      hmtxView.setInt16(i * 4 + 2, bearing);
      end += outline.length;
      locaView.setUint32((i + 1) * 4, end);
    });

    return sfnt([
      ['glyf', concatenate(outlines, end)],
      ['head', this.#copy('head', (view) => view.setInt16(50, 1))],
      ['hhea', this.#copy('hhea', (view) => view.setUint16(34, count))],
      ['hmtx', hmtx],
      ['loca', loca],
      ['maxp', this.#copy('maxp', (view) => this.#limits(view, count))],
    ]);
  }

  /** An outline without its instructions, padded to four bytes. Empty for a blank. */
  #outline(glyph: number | Composition): Uint8Array {
    if (typeof glyph !== 'number') return this.#compose(glyph);
    const { bytes, view } = this.outlines;
    const { start, length } = locate(this.outlines, glyph);
    if (!length) return new Uint8Array(0);
    const contours = view.getInt16(start);
    const outline = bytes.subarray(start, start + length);
    return contours < 0 ? this.#composite(outline.slice()) : simple(outline, contours);
  }

  /** A composite outline that draws each part at its place. */
  #compose({ parts }: Composition): Uint8Array {
    const box = this.#boundsOf(parts);
    if (!box) return new Uint8Array(0);
    const outline = new Uint8Array(alignUp(10 + parts.length * 8));
    const view = new DataView(outline.buffer);
    for (const [i, value] of [-1, box.xMin, box.yMin, box.xMax, box.yMax].entries()) view.setInt16(i * 2, value);
    parts.forEach(({ id, x, y }, i) => {
      const at = 10 + i * 8;
      const more = i < parts.length - 1 ? MORE_COMPONENTS : 0;
      view.setUint16(at, ARGS_ARE_WORDS | ARGS_ARE_OFFSETS | more);
      view.setUint16(at + 2, this.#component(id));
      view.setInt16(at + 4, x);
      view.setInt16(at + 6, y);
    });
    return outline;
  }

  #boundsOf(parts: readonly GlyphPart[]): Bounds | undefined {
    const boxes = parts.flatMap(({ id, x, y }) => {
      const box = boundsOf(this.outlines, id);
      return box ? [{ xMin: box.xMin + x, yMin: box.yMin + y, xMax: box.xMax + x, yMax: box.yMax + y }] : [];
    });
    if (!boxes.length) return undefined;
    return {
      xMin: Math.min(...boxes.map((box) => box.xMin)),
      yMin: Math.min(...boxes.map((box) => box.yMin)),
      xMax: Math.max(...boxes.map((box) => box.xMax)),
      yMax: Math.max(...boxes.map((box) => box.yMax)),
    };
  }

  #composite(outline: Uint8Array): Uint8Array {
    const view = new DataView(outline.buffer);
    let at = 10;
    for (let more = true; more; ) {
      const flags = view.getUint16(at);
      view.setUint16(at, flags & ~WE_HAVE_INSTRUCTIONS);
      view.setUint16(at + 2, this.#component(view.getUint16(at + 2)));
      at += flags & ARGS_ARE_WORDS ? 8 : 6;
      if (flags & HAS_SCALE) at += 2;
      else if (flags & HAS_TWO_SCALES) at += 4;
      else if (flags & HAS_MATRIX) at += 8;
      more = (flags & MORE_COMPONENTS) !== 0;
    }
    return padded(outline.subarray(0, at));
  }

  #component(glyph: number): number {
    let index = this.#components.get(glyph);
    if (index === undefined) {
      index = this.#glyphs.push(glyph) - 1;
      this.#components.set(glyph, index);
    }
    return index;
  }

  #metrics(glyph: number | Composition): { advance: number; bearing: number } {
    if (typeof glyph !== 'number') return { advance: glyph.advance, bearing: this.#boundsOf(glyph.parts)?.xMin ?? 0 };
    const { view, tables, metricsCount } = this.outlines;
    const hmtx = tables.get('hmtx')!.offset;
    const own = glyph < metricsCount;
    return {
      advance: view.getUint16(hmtx + Math.min(glyph, metricsCount - 1) * 4),
      bearing: view.getInt16(own ? hmtx + glyph * 4 + 2 : hmtx + metricsCount * 4 + (glyph - metricsCount) * 2),
    };
  }

  /** What a reader may reserve memory by: upper bounds, with those of new glyphs. */
  #limits(view: DataView, count: number): void {
    view.setUint16(4, count);
    let parts = 0;
    for (const glyph of this.#glyphs) if (typeof glyph !== 'number') parts = Math.max(parts, glyph.parts.length);
    if (!parts) return;
    for (const own of [MAX_POINTS, MAX_CONTOURS]) {
      const most = Math.max(view.getUint16(own), view.getUint16(own + COMPOSITE)) * parts;
      view.setUint16(own + COMPOSITE, Math.min(most, 0xffff));
    }
    view.setUint16(MAX_COMPONENTS, Math.max(view.getUint16(MAX_COMPONENTS), parts));
    view.setUint16(MAX_DEPTH, view.getUint16(MAX_DEPTH) + 1);
  }

  #copy(tag: string, change: (view: DataView) => void): Uint8Array {
    const { offset, length } = this.outlines.tables.get(tag)!;
    const table = this.outlines.bytes.slice(offset, offset + length);
    change(new DataView(table.buffer));
    return table;
  }
}

/** Offsets in `maxp`. The limits of composite glyphs are 4 bytes after those of simple ones. */
const MAX_POINTS = 6;
const MAX_CONTOURS = 8;
const COMPOSITE = 4;
const MAX_COMPONENTS = 28;
const MAX_DEPTH = 30;

const ARGS_ARE_WORDS = 0x0001;
const ARGS_ARE_OFFSETS = 0x0002;
const HAS_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;
const WE_HAVE_INSTRUCTIONS = 0x0100;

/** A simple outline: header, ends of contours, instructions (removed here), points. */
function simple(outline: Uint8Array, contours: number): Uint8Array {
  const at = 10 + contours * 2;
  const instructionsBytes = (outline[at]! << 8) | outline[at + 1]!;
  if (!instructionsBytes) return padded(outline);
  const without = new Uint8Array(alignUp(outline.length - instructionsBytes));
  without.set(outline.subarray(0, at));
  without.set(outline.subarray(at + 2 + instructionsBytes), at + 2);
  return without;
}

const alignUp = (length: number) => (length + 3) & ~3;

function padded(outline: Uint8Array): Uint8Array {
  if (outline.length % 4 === 0) return outline;
  const aligned = new Uint8Array(alignUp(outline.length));
  aligned.set(outline);
  return aligned;
}

function concatenate(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A font file of tables in order of their tags. Checksums stay zero, because readers of embedded fonts ignore them. */
function sfnt(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const headBytes = 12 + tables.length * 16;
  const file = new Uint8Array(tables.reduce((sum, [, table]) => sum + alignUp(table.length), headBytes));
  const view = new DataView(file.buffer);
  const selector = Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 2 ** selector * 16);
  view.setUint16(8, selector);
  view.setUint16(10, tables.length * 16 - 2 ** selector * 16);
  let offset = headBytes;
  tables.forEach(([tag, table], i) => {
    const entry = 12 + i * 16;
    for (let c = 0; c < 4; c++) file[entry + c] = tag.charCodeAt(c);
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, table.length);
    file.set(table, offset);
    offset += alignUp(table.length);
  });
  return file;
}
