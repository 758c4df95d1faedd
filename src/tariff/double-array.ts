/**
 * The table of the trie: a double array (J. Aoe, 1989). The rows of all branches lie over each other and share their holes, so
 * that a hundred thousand listings take four megabytes and not a hundred. The first ten thousand slots are the headings,
 * by their four digits. From slot `s`, a pair of digits leads to slot `FIRST of s + pair` if that names `s` as the one it
 * continues; if it names another, nothing is listed there.
 */

const HEADINGS = 10_000;
export const PAIRS = 100;
/** A slot's fields: the slot it continues, where the slots that continue it begin, its answer. The fourth aligns it with the cache. */
export const SLOT = 4;
export const FIRST = 1;
export const ANSWER = 2;
/** The heading 0000, which no list can hold: nothing continues it. */
export const NOWHERE = 0;
const NOBODY = -1;
/** Places tried for a branch before it goes behind all others: bounds the work at the price of a few holes. */
const PLACES_TRIED_MAX = 2_000;

/** The double array while it is filled. */
export class Slots {
  /** Grows by doubling. */
  #fields: Int32Array;
  /** No slot below it is free. */
  #full = HEADINGS;
  /** No slot from here on is taken. */
  #end = HEADINGS;

  constructor(answer: number) {
    this.#fields = new Int32Array(HEADINGS * 2 * SLOT).fill(NOBODY);
    for (let heading = 0; heading < HEADINGS; heading++) {
      this.#fields.set([NOBODY, NOWHERE, answer], heading * SLOT);
    }
  }

  answer(slot: number, answer: number): void {
    this.#fields[slot * SLOT + ANSWER] = answer;
  }

  /** Makes the slots that continue a slot by these pairs of digits; they begin at the number that is returned. */
  branchOff(slot: number, pairs: readonly number[]): number {
    const first = this.#placeFor(pairs);
    this.#makeRoom(first + 2 * PAIRS);
    this.#fields[slot * SLOT + FIRST] = first;
    for (const pair of pairs) {
      this.#fields.set([slot, NOWHERE], (first + pair) * SLOT);
      this.#end = Math.max(this.#end, first + pair + 1);
    }
    while (this.#isTaken(this.#full)) this.#full++;
    return first;
  }

  /** With room behind the last: every slot may be asked for every pair. */
  done(): Int32Array {
    return this.#fields.slice(0, (this.#end + PAIRS) * SLOT);
  }

  #placeFor(pairs: readonly number[]): number {
    const lowest = this.#full - Math.min(...pairs);
    for (let first = lowest; first < lowest + PLACES_TRIED_MAX; first++) {
      if (!pairs.some((pair) => this.#isTaken(first + pair))) return first;
    }
    return this.#end;
  }

  #isTaken(slot: number): boolean {
    return slot < this.#end && this.#fields[slot * SLOT] !== NOBODY;
  }

  #makeRoom(slots: number): void {
    if (slots * SLOT <= this.#fields.length) return;
    const fields = new Int32Array(Math.max(this.#fields.length * 2, slots * SLOT)).fill(NOBODY);
    fields.set(this.#fields);
    this.#fields = fields;
  }
}
