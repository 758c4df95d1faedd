/**
 * The numbers of chapters 1 to 97 under which goods are entered: ten digits, or the eight of a line that has no statistical
 * number. Held as an array of numbers, because the server start waits for it and lookups search it.
 */

/** A half-open range of positions in `ScheduleNumbers`. */
export interface NumberRange {
  from: number;
  to: number;
}

/** What is added to the value of an eight-digit number. */
const SHORT = 0.5;

export class ScheduleNumbers {
  /** @param values ascending, as ten digits; an eight-digit number is followed by 00, plus `SHORT` */
  private constructor(private readonly values: Float64Array) {}

  /** @param digits all numbers of the rows of a schedule, of any length and in any order */
  static of(digits: Iterable<string>): ScheduleNumbers {
    const products = [...new Set(digits)].filter((number) => number.slice(0, 2) < '98');
    const lines = new Set(products.filter((number) => number.length === 10).map((number) => number.slice(0, 8)));
    const leaves = products.filter((number) => number.length === 10 || (number.length === 8 && !lines.has(number)));
    return new ScheduleNumbers(Float64Array.from(leaves, toValue).sort());
  }

  /** The opposite of `pack`. */
  static unpack(packed: Uint8Array): ScheduleNumbers {
    const bytes = new Uint8Array(Bun.zstdDecompressSync(new Uint8Array(packed)));
    return new ScheduleNumbers(new Float64Array(bytes.buffer));
  }

  /** As the memory of the array, compressed: the start then only copies it. All machines that Bun runs on are little-endian. */
  pack(): Uint8Array {
    return Bun.zstdCompressSync(new Uint8Array(this.values.buffer), { level: 19 });
  }

  get size(): number {
    return this.values.length;
  }

  /** The digits of the number at a position. */
  at(position: number): string {
    const value = this.values[position]!;
    const digits = String(Math.floor(value)).padStart(10, '0');
    return Number.isInteger(value) ? digits : digits.slice(0, 8);
  }

  /** Goods are entered under exactly these digits. */
  has(digits: string): boolean {
    const range = this.numbersUnder(digits);
    return range.to === range.from + 1 && this.at(range.from) === digits;
  }

  /** The chapter, heading, subheading, line or number is in the schedule. */
  exists(digits: string): boolean {
    const range = this.numbersUnder(digits);
    return range.to > range.from;
  }

  /** The positions of the numbers that begin with these 1 to 10 digits, a number of exactly these digits included. */
  numbersUnder(prefix: string): NumberRange {
    const width = 10 ** (10 - prefix.length);
    const first = Number(prefix) * width;
    // 9101.11.40 has no statistical number, so 9101.11.4000 does not exist.
    return { from: this.#position(first), to: this.#position(prefix.length === 10 ? first + SHORT : first + width) };
  }

  /** The first position whose number is not less than `value`. */
  #position(value: number): number {
    let low = 0;
    let high = this.values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.values[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function toValue(digits: string): number {
  return Number(digits.padEnd(10, '0')) + (digits.length === 8 ? SHORT : 0);
}
