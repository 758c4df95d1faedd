/**
 * A double-array trie (J. Aoe, 1989). The child tables of all nodes overlap and fill each other's gaps, so a hundred
 * thousand listings take 4 MB instead of 100 MB. Slots 0 to 9999 are the headings, by their four digits. The child of
 * slot `s` for a pair of digits is slot `BASE[s] + pair` if its `CHECK` is `s`. Otherwise `s` has no such child.
 */

const HEADINGS = 10_000;
/** Children of a slot: one for each pair of digits. */
export const PAIRS = 100;
/** Numbers per slot: `CHECK`, `BASE`, `ANSWER` and `BELOW`, so that a slot never crosses a cache line. */
export const SLOT = 4;
/**
 * Field 0, `CHECK`, is the parent slot. Field `BASE` is where the children begin. `ANSWER` is the index of the answer for the
 * digits that end here, `BELOW` for longer digits that have no slot.
 */
export const BASE = 1;
export const ANSWER = 2;
export const BELOW = 3;
/** The slot of heading 0000. No list contains it, so it has no children. */
export const NO_CHILDREN = 0;
const FREE = -1;
/** Positions tried for a child table before it is appended: bounds the work, at the price of a few gaps. */
const POSITIONS_TRIED_MAX = 2_000;

export class DoubleArray {
  /** Grows by doubling. */
  #fields: Int32Array;
  /** Every slot below is taken. */
  #firstFree = HEADINGS;
  /** Every slot from here on is free. */
  #end = HEADINGS;

  constructor(defaultAnswer: number) {
    this.#fields = new Int32Array(HEADINGS * 2 * SLOT).fill(FREE);
    for (let heading = 0; heading < HEADINGS; heading++) {
      this.#fields.set([FREE, NO_CHILDREN, defaultAnswer, defaultAnswer], heading * SLOT);
    }
  }

  setAnswers(slot: number, answer: number, below: number): void {
    this.#fields[slot * SLOT + ANSWER] = answer;
    this.#fields[slot * SLOT + BELOW] = below;
  }

  /** Adds the children of a slot. Returns their base: the child of a pair is at `base + pair`. */
  addChildren(slot: number, pairs: readonly number[]): number {
    const base = this.#findBase(pairs);
    this.#makeRoom(base + 2 * PAIRS);
    this.#fields[slot * SLOT + BASE] = base;
    for (const pair of pairs) {
      this.#fields.set([slot, NO_CHILDREN], (base + pair) * SLOT);
      this.#end = Math.max(this.#end, base + pair + 1);
    }
    while (this.#isTaken(this.#firstFree)) this.#firstFree++;
    return base;
  }

  /** The finished table. It ends with room for one child table, because a lookup may ask any slot for any pair. */
  toArray(): Int32Array {
    return this.#fields.slice(0, (this.#end + PAIRS) * SLOT);
  }

  #findBase(pairs: readonly number[]): number {
    const lowest = this.#firstFree - Math.min(...pairs);
    for (let base = lowest; base < lowest + POSITIONS_TRIED_MAX; base++) {
      if (!pairs.some((pair) => this.#isTaken(base + pair))) return base;
    }
    return this.#end;
  }

  #isTaken(slot: number): boolean {
    return slot < this.#end && this.#fields[slot * SLOT] !== FREE;
  }

  #makeRoom(slots: number): void {
    if (slots * SLOT <= this.#fields.length) return;
    const fields = new Int32Array(Math.max(this.#fields.length * 2, slots * SLOT)).fill(FREE);
    fields.set(this.#fields);
    this.#fields = fields;
  }
}
