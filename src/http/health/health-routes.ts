/**
 * Liveness and readiness. `/healthz` does no I/O: it only says that the event loop turns. `/readyz` looks at the disk and the
 * database, at most once a second however often it is asked, because anybody may ask.
 */
import { Elysia } from 'elysia';

const REMEMBERED_MS = 1000;

export interface ReadinessCheck {
  name: string;
  /** Returns why it is not ready, in words fit for the public; undefined when it is. */
  failing(): string | undefined | Promise<string | undefined>;
  /** Free of I/O: its answer is never remembered. */
  free?: true;
}

interface Failure {
  check: string;
  reason: string;
}

/** @param monotonic milliseconds */
export function healthRoutes(checks: readonly ReadinessCheck[], monotonic: () => number) {
  const look = async (chosen: ReadinessCheck[]): Promise<Failure[]> => {
    const reasons = await Promise.all(chosen.map(failureOf));
    return chosen.flatMap(({ name }, i) => (reasons[i] === undefined ? [] : [{ check: name, reason: reasons[i] }]));
  };
  const free = checks.filter((check) => check.free);
  const costly = checks.filter((check) => !check.free);
  let remembered: { untilMs: number; failing: Promise<Failure[]> } | undefined;
  const failing = async () => {
    const nowMs = monotonic();
    if (!remembered || nowMs >= remembered.untilMs) {
      remembered = { untilMs: nowMs + REMEMBERED_MS, failing: look(costly) };
    }
    return [...(await look(free)), ...(await remembered.failing)];
  };
  return new Elysia({ name: 'health' })
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get('/healthz', () => ({ status: 'ok' }), { detail: { hide: true } })
    .get(
      '/readyz',
      async ({ set }) => {
        const found = await failing();
        if (found.length > 0) set.status = 503;
        return found.length > 0 ? { status: 'not ready', failing: found } : { status: 'ready' };
      },
      { detail: { hide: true } },
    );
}

/** A check that throws has failed; what it threw is not for the public. */
async function failureOf(check: ReadinessCheck): Promise<string | undefined> {
  try {
    return await check.failing();
  } catch {
    return 'it could not be looked at';
  }
}
