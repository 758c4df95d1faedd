import { OptionError } from './errors.ts';

/** How long a call waits and retries. All have defaults; a call may set its own. Infinity means no limit. */
export interface Patience {
  /** Attempts after the first. Default 2. */
  maxRetries?: number | undefined;
  /** For one attempt, from the connection to the last byte. Default 30,000; 120,000 for scans. */
  timeoutMs?: number | undefined;
  /** For the whole call: all attempts, waits, and the parts of a long lookup. Default 120,000; 300,000 for scans. */
  deadlineMs?: number | undefined;
  /** The longest wait before a retry. If the server asks for more, the call fails at once. Default 30,000. */
  maxWaitMs?: number | undefined;
}

export interface CallOptions extends Patience {
  signal?: AbortSignal | undefined;
  /** Sent besides those of the client. They cannot replace `Authorization`, `Content-Type`, `X-Client-Nonce` or `Idempotency-Key`. */
  headers?: Record<string, string> | undefined;
}

export interface CreateOptions extends CallOptions {
  /** Default: a random key for each call. The same key and request give the same answer for a day, so that a retry makes nothing twice. */
  idempotencyKey?: string | undefined;
}

export type Settled = Required<{ [Name in keyof Patience]: number }>;

/** Timers fire at once for more than this. It is nearly 25 days, and no call lasts so long. */
export const TIMER_MS_MAX = 2 ** 31 - 1;

/** The given values over the defaults. An option that is undefined does not override. @throws OptionError */
export function settle(defaults: Settled, given: Patience): Settled {
  const settled = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof Patience)[]) {
    const value = given[name];
    if (value === undefined) continue;
    checkOption(name, value);
    settled[name] = value;
  }
  return settled;
}

function checkOption(name: keyof Patience, value: number): void {
  const isCount = name === 'maxRetries';
  const isWait = name === 'maxWaitMs';
  const isGood = isCount ? Number.isSafeInteger(value) && value >= 0 : isWait ? value >= 0 : value > 0;
  if (typeof value === 'number' && isGood) return;
  const expected = isCount ? 'a whole number from 0' : `milliseconds ${isWait ? 'from 0' : 'above 0'}, or Infinity`;
  throw new OptionError(`${name} must be ${expected}.`);
}
