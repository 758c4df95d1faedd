/** How workers ask their supervisor for the limits of v0: messages between the two processes. */
import type { RateLimitDecision } from '../api/v0/address-limit.ts';
import type { LocalAddressLimits } from '../api/v0/address-limits.ts';
import type { AskLimits, LimitQuestion } from '../api/v0/shared-address-limits.ts';

interface Question {
  id: number;
  questions: LimitQuestion[];
}

interface Answer {
  id: number;
  decisions: RateLimitDecision[];
}

/** The worker's end. */
export function askSupervisor(): AskLimits {
  const waiting = new Map<number, (decisions: RateLimitDecision[]) => void>();
  let asked = 0;
  process.on('message', ({ id, decisions }: Answer) => {
    waiting.get(id)?.(decisions);
    waiting.delete(id);
  });
  return (questions) => {
    const { promise, resolve, reject } = Promise.withResolvers<RateLimitDecision[]>();
    const id = asked++;
    waiting.set(id, resolve);
    try {
      process.send!({ id, questions } satisfies Question);
    } catch (error) {
      waiting.delete(id);
      reject(error);
    }
    return promise;
  };
}

/** The supervisor's end: decides what a worker asks. */
export function answerWorker(limits: LocalAddressLimits, worker: Bun.Subprocess, { id, questions }: Question): void {
  const decisions = questions.map(([limit, address]) => limits.admit(limit, address));
  try {
    worker.send({ id, decisions } satisfies Answer);
  } catch {
    // The worker has exited meanwhile.
  }
}
