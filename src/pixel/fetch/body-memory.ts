/** Bounds the memory of all bodies that were fetched and are not read yet, in all and for each caller. */
import { busy } from './fetch-queue.ts';

/** One caller with large pages leaves room for the others. */
const OWNER_SHARE_MAX = 0.75;

export class BodyMemory {
  readonly #bytesMax: number;
  readonly #owners = new Map<string, number>();
  #held = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The share of one scan, to be released when its bodies are no longer held. */
  share(owner: string): BodyShare {
    let held = 0;
    return {
      add: (bytes) => {
        const ofOwner = (this.#owners.get(owner) ?? 0) + bytes;
        if (this.#held + bytes > this.#bytesMax || ofOwner > this.#bytesMax * OWNER_SHARE_MAX)
          throw busy('Too many large pages are being scanned. Try again shortly.');
        this.#owners.set(owner, ofOwner);
        this.#held += bytes;
        held += bytes;
      },
      drop: (bytes) => {
        this.#release(owner, Math.min(bytes, held));
        held -= Math.min(bytes, held);
      },
      release: () => {
        this.#release(owner, held);
        held = 0;
      },
    };
  }

  #release(owner: string, bytes: number): void {
    const ofOwner = (this.#owners.get(owner) ?? 0) - bytes;
    if (ofOwner > 0) this.#owners.set(owner, ofOwner);
    else this.#owners.delete(owner);
    this.#held -= bytes;
  }
}

export interface BodyShare {
  /** @throws PortsideError `unavailable` with `Retry-After` if there is no room for so many bytes more */
  add(bytes: number): void;
  /** One of several bodies was read. */
  drop(bytes: number): void;
  release(): void;
}
