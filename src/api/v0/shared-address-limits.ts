/**
 * The limits of v0 over several processes: one process counts, the others ask it. The questions of one turn of the event loop are one
 * message. If no answer comes, each process admits its part of the limit, so that all together never admit more than the limit.
 */
import type { RateLimitDecision } from './address-limit.ts';
import type { AddressLimits, LimitName, LocalAddressLimits } from './address-limits.ts';

export type LimitQuestion = [limit: LimitName, address: string];

/** Answers in the order of the questions. Rejects when the other process cannot be reached. */
export type AskLimits = (questions: LimitQuestion[]) => Promise<RateLimitDecision[]>;

/** Far longer than an answer takes on a busy machine: about 40 microseconds on an idle one. */
const SILENCE_MS = 2000;

export interface SharedAddressLimitsParts {
  ask: AskLimits;
  /** For when no answer comes: the part of this process. */
  part: LocalAddressLimits;
  silenceMs?: number;
}

interface Group {
  questions: LimitQuestion[];
  waiting: ((decision: RateLimitDecision) => void)[];
}

export class SharedAddressLimits implements AddressLimits {
  readonly #parts: SharedAddressLimitsParts;
  #open: Group | undefined;
  /** A question was not answered in time, and still is not. */
  #silent = false;

  constructor(parts: SharedAddressLimitsParts) {
    this.#parts = parts;
  }

  admit(limit: LimitName, address: string): Promise<RateLimitDecision> {
    if (!this.#open) {
      this.#open = { questions: [], waiting: [] };
      setImmediate(() => void this.#dispatch());
    }
    const { promise, resolve } = Promise.withResolvers<RateLimitDecision>();
    this.#open.questions.push([limit, address]);
    this.#open.waiting.push(resolve);
    return promise;
  }

  async #dispatch(): Promise<void> {
    const { questions, waiting } = this.#open!;
    this.#open = undefined;
    const decisions = this.#silent ? undefined : await this.#ask(questions);
    for (const [i, [limit, address]] of questions.entries()) {
      const decision = decisions?.[i];
      // What was admitted elsewhere uses up the part as well, or an address would get both.
      const own = decision === undefined || decision.admitted ? this.#parts.part.admit(limit, address) : decision;
      waiting[i]!(decision ?? own);
    }
  }

  /** Undefined if no answer comes in time. An answer that comes later shows that the next one will come. */
  async #ask(questions: LimitQuestion[]): Promise<RateLimitDecision[] | undefined> {
    const { ask, silenceMs = SILENCE_MS } = this.#parts;
    const { promise: silence, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      this.#silent = true;
      resolve(undefined);
    }, silenceMs);
    const answer = ask(questions).then(
      (decisions) => {
        this.#silent = false;
        return decisions;
      },
      () => undefined,
    );
    const decisions = await Promise.race([answer, silence]);
    clearTimeout(timer);
    return decisions;
  }
}
