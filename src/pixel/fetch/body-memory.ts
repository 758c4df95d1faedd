/** Bounds the memory of all bodies that were fetched and are not read yet. */
import { busy } from './fetch-queue.ts';

export class BodyMemory {
  readonly #bytesMax: number;
  #held = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The share of one scan, to be released when its bodies are no longer held. */
  share(): BodyShare {
    let held = 0;
    return {
      add: (bytes) => {
        if (this.#held + bytes > this.#bytesMax)
          throw busy('Too many large pages are being scanned. Try again shortly.');
        this.#held += bytes;
        held += bytes;
      },
      release: () => {
        this.#held -= held;
        held = 0;
      },
    };
  }
}

export interface BodyShare {
  /** @throws PortsideError `unavailable` with `Retry-After` if there is no room for so many bytes more */
  add(bytes: number): void;
  release(): void;
}
