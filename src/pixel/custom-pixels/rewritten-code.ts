/** Code that is put together from pieces of other code, and where each piece comes from. */

/** A piece of the source, or a text that stands for it. */
export interface Range {
  start: number;
  end: number;
  text?: string;
}

export interface RewrittenCode {
  text: string;
  /** The offset in the source that an offset in `text` comes from. */
  sourceOf(offset: number): number;
}

export function unchanged(text: string): RewrittenCode {
  return { text, sourceOf: (offset) => offset };
}

/** Collects at most `charsMax` characters. */
export class CodeWriter {
  length = 0;
  private readonly pieces: string[] = [];
  private readonly outStarts: number[] = [];
  private readonly inStarts: number[] = [];

  constructor(
    private readonly source: string,
    private readonly charsMax: number,
  ) {}

  /** Whether there were more characters. What was written is then of no use. */
  get isFull(): boolean {
    return this.length > this.charsMax;
  }

  copy({ start, end, text }: Range): void {
    if (text !== undefined || end > start) this.add(text ?? this.source.slice(start, end), start);
  }

  /** A text that is not in the source. It gets the place `source`. */
  add(text: string, source: number): void {
    if (this.isFull) return;
    this.outStarts.push(this.length);
    this.inStarts.push(source);
    this.pieces.push(text);
    this.length += text.length;
  }

  written(): RewrittenCode {
    const { outStarts, inStarts } = this;
    return {
      text: this.pieces.join(''),
      sourceOf: (offset) => {
        let low = 0;
        let high = outStarts.length - 1;
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if (outStarts[middle]! <= offset) low = middle;
          else high = middle - 1;
        }
        return (inStarts[low] ?? 0) + offset - (outStarts[low] ?? 0);
      },
    };
  }
}
