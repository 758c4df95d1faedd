/**
 * Liveness and readiness. `/healthz` does no I/O: it only shows that the event loop runs. `/readyz` checks the disk and the
 * database at most once a second, because anybody may request it as often as they like.
 */
import type { DirectAnswer, DirectOperation } from '../direct-route.ts';

export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

const CACHE_MS = 1000;

export interface ReadinessCheck {
  name: string;
  /** Why the server is not ready, in words fit for the public; undefined if it is ready. */
  failure(): string | undefined | Promise<string | undefined>;
  /** Set for a check without I/O. Its result is never cached. */
  uncached?: true;
}

interface FailedCheck {
  check: string;
  reason: string;
}

/**
 * @param monotonic a clock in milliseconds that never goes backwards
 * @param showsReasons whether `/readyz` names the checks that fail
 */
export function healthOperations(
  checks: readonly ReadinessCheck[],
  monotonic: () => number,
  { showsReasons } = { showsReasons: true },
): readonly DirectOperation[] {
  const uncachedChecks = checks.filter((check) => check.uncached);
  const cachedChecks = checks.filter((check) => !check.uncached);
  let cached: { untilMs: number; failed: Promise<FailedCheck[]> } | undefined;
  const failedChecks = async () => {
    const nowMs = monotonic();
    if (!cached || nowMs >= cached.untilMs) cached = { untilMs: nowMs + CACHE_MS, failed: runChecks(cachedChecks) };
    return [...(await runChecks(uncachedChecks)), ...(await cached.failed)];
  };
  const ready = async (set: DirectAnswer) => {
    const failing = await failedChecks();
    if (failing.length === 0) return { status: 'ready' };
    set.status = 503;
    return showsReasons ? { status: 'not ready', failing } : { status: 'not ready' };
  };
  const operation = (path: string, answer: (set: DirectAnswer) => object | Promise<object>): DirectOperation => ({
    ...{ path, method: 'GET' },
    async answer(_body, set) {
      set.headers['cache-control'] = 'no-store';
      set.headers['content-type'] = 'application/json;charset=utf-8';
      return JSON.stringify(await answer(set));
    },
  });
  return [operation('/healthz', () => ({ status: 'ok' })), operation('/readyz', ready)];
}

async function runChecks(checks: readonly ReadinessCheck[]): Promise<FailedCheck[]> {
  const reasons = await Promise.all(checks.map(failureOf));
  return checks.flatMap(({ name }, i) => (reasons[i] === undefined ? [] : [{ check: name, reason: reasons[i] }]));
}

/** A check that throws has failed. What it threw is not public. */
async function failureOf(check: ReadinessCheck): Promise<string | undefined> {
  try {
    return await check.failure();
  } catch {
    return 'the check itself failed';
  }
}
