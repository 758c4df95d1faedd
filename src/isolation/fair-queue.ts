/** Work that waits for a worker. Owners take turns; of one owner, small work comes before large work that came a little earlier. */

export interface Waiting {
  owners: readonly string[];
  size: number;
}

export interface FairQueueLimits {
  waiting: number;
  waitingPerOwner: number;
  /** Sum of the sizes of the waiting work. */
  waitingSize: number;
  runningPerOwner: number;
  /** For each part of this size, a piece of work lets one later piece of the same owner go first. */
  sizePerPass: number;
}

interface Entry<T> {
  work: T;
  /** The lowest of its owner comes first. */
  priority: number;
}

export class FairQueue<T extends Waiting> {
  readonly #limits: FairQueueLimits;
  readonly #running = new Map<string, number>();
  /** When each owner that is present was last served, as a count of turns. */
  readonly #served = new Map<string, number>();
  #entries: Entry<T>[] = [];
  #arrivals = 0;
  #turns = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** False if there is no room for `work`. */
  add(work: T): boolean {
    const { waiting, waitingPerOwner, waitingSize, sizePerPass } = this.#limits;
    const size = this.#entries.reduce((sum, entry) => sum + entry.work.size, work.size);
    const full = work.owners.some((owner) => this.#waitingOf(owner) >= waitingPerOwner);
    if (full || this.#entries.length >= waiting || (size > waitingSize && this.#entries.length > 0)) return false;
    this.#entries.push({ work, priority: this.#arrivals++ + work.size / sizePerPass });
    return true;
  }

  /** Takes out the work whose turn it is. Undefined if none may run now. Call `ended` when it has run. */
  next(): T | undefined {
    let best: Entry<T> | undefined;
    for (const entry of this.#entries) {
      const busy = this.#most(entry.work.owners, this.#running);
      if (busy < this.#limits.runningPerOwner && (!best || this.#before(entry, best))) best = entry;
    }
    if (!best) return undefined;
    this.#entries = this.#entries.filter((entry) => entry !== best);
    this.#turns++;
    for (const owner of best.work.owners) {
      this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
      this.#served.set(owner, this.#turns);
    }
    return best.work;
  }

  ended(work: T): void {
    for (const owner of work.owners) {
      const left = this.#running.get(owner)! - 1;
      if (left > 0) this.#running.set(owner, left);
      else this.#running.delete(owner);
    }
    this.#forgetAbsent(work);
  }

  remove(work: T): void {
    this.#entries = this.#entries.filter((entry) => entry.work !== work);
    this.#forgetAbsent(work);
  }

  /** Takes out everything. */
  clear(): T[] {
    return this.#entries.splice(0).map(({ work }) => work);
  }

  #forgetAbsent({ owners }: T): void {
    for (const owner of owners) {
      if (!this.#running.has(owner) && this.#waitingOf(owner) === 0) this.#served.delete(owner);
    }
  }

  /** Fewest running first, then the one that was served longest ago, then by size and arrival. */
  #before(a: Entry<T>, b: Entry<T>): boolean {
    for (const counts of [this.#running, this.#served]) {
      const difference = this.#most(a.work.owners, counts) - this.#most(b.work.owners, counts);
      if (difference !== 0) return difference < 0;
    }
    return a.priority < b.priority;
  }

  #most(owners: readonly string[], counts: Map<string, number>): number {
    return owners.reduce((most, owner) => Math.max(most, counts.get(owner) ?? 0), 0);
  }

  #waitingOf(owner: string): number {
    return this.#entries.reduce((count, { work }) => count + Number(work.owners.includes(owner)), 0);
  }
}
