import { LimitError } from '../errors.ts';
import type { RateWindow } from '../meta.ts';

/** The longest wait that the limit of a minute can ask for, with room. */
const MINUTE_S_MAX = 120;

/** Seconds until a limit has something left; 0 if it has. */
export function secondsUntilFree(window: RateWindow | undefined): number {
  return window && window.remaining < 1 && window.resetSeconds !== undefined ? window.resetSeconds + 1 : 0;
}

/**
 * Seconds to wait after a refusal by a limit, because others use the key too; undefined if waiting is no use or not wanted. The refusal of a
 * resource, such as bytes stored, has no `Retry-After`.
 */
export function waitOfRefusal(error: unknown, waitForDay: boolean): number | undefined {
  if (!(error instanceof LimitError) || error.retryAfter === undefined) return undefined;
  const isMinute = error.retryable && error.retryAfter <= MINUTE_S_MAX;
  return isMinute || waitForDay ? error.retryAfter + 1 : undefined;
}
