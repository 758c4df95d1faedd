/** One piece of work after the other. A hash takes 64 MB and a tenth of a second of a core, so hashes must not run all at once. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all work that was given before it has ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
