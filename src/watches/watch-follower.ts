/** Does what is due for watches while a server runs. Several servers share the work: each piece is leased. */
import { PortsideError } from '../domain/errors.ts';
import type { WatchRunner } from './watch-runner.ts';

const LOOK_EVERY_MS = 1000;
const PRUNE_EVERY_MS = 3_600_000;
/** Pieces of each sort at once. */
const TARIFF_LOOKS = 1;
const STORE_LOOKS = 2;
const DELIVERIES = 8;

type Piece = () => Promise<boolean>;

export class WatchFollower {
  readonly #timers: ReturnType<typeof setInterval>[];
  readonly #running = new Map<Piece, number>();
  readonly #underWay = new Set<Promise<void>>();
  #closed = false;

  /** @param onFault told of failures of the database; what a store or a receiver does is kept with the watch */
  constructor(
    private readonly work: Pick<WatchRunner, 'look' | 'deliver' | 'prune' | 'wake'>,
    private readonly onFault: (error: unknown) => void,
  ) {
    const pieces: [Piece, number][] = [
      [() => work.look('tariff'), TARIFF_LOOKS],
      [() => work.look('pixel'), STORE_LOOKS],
      [() => work.deliver(), DELIVERIES],
    ];
    this.#timers = [
      setInterval(() => {
        for (const [piece, most] of pieces) this.#start(piece, most);
      }, LOOK_EVERY_MS).unref(),
      setInterval(() => this.#track(work.prune()), PRUNE_EVERY_MS).unref(),
    ];
    this.wake();
  }

  /** After the tariff of this process changed. */
  wake(): void {
    if (this.#closed) return;
    this.#track(this.work.wake());
  }

  /** Waits for the pieces under way, at most. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#underWay);
  }

  /** Goes on while there is something to do, up to a number at once. */
  #start(piece: Piece, most: number): void {
    const running = this.#running.get(piece) ?? 0;
    if (this.#closed || running >= most) return;
    this.#running.set(piece, running + 1);
    const goOn = async () => {
      try {
        while (!this.#closed && (await piece())) this.#start(piece, most);
      } finally {
        this.#running.set(piece, this.#running.get(piece)! - 1);
      }
    };
    this.#track(goOn());
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        if (!isForNow(error)) this.onFault(error);
      })
      .finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }
}

/** Nothing is written while the disk is nearly full. What is due stays due, and the server has said so elsewhere. */
function isForNow(error: unknown): boolean {
  return error instanceof PortsideError && error.code === 'unavailable';
}
