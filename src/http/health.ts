/**
 * Liveness and readiness. `/healthz` does no I/O: it only says that the event loop turns. `/readyz` looks at the disk and the
 * database, at most once a second however often it is asked, because anybody may ask.
 */
import { Elysia } from 'elysia';

const REMEMBERED_MS = 1000;

export interface ReadinessCheck {
  name: string;
  /** Returns why it is not ready, in words fit for the public; undefined when it is. */
  failing(): string | undefined;
  /** Free of I/O: its answer is never remembered. */
  free?: true;
}

interface Failure {
  check: string;
  reason: string;
}

/** @param monotonic milliseconds */
export function healthRoutes(checks: readonly ReadinessCheck[], monotonic: () => number) {
  const look = (check: ReadinessCheck): Failure[] => {
    const reason = failureOf(check);
    return reason === undefined ? [] : [{ check: check.name, reason }];
  };
  const free = checks.filter((check) => check.free);
  const costly = checks.filter((check) => !check.free);
  let remembered: { untilMs: number; failing: Failure[] } | undefined;
  const failing = () => {
    const nowMs = monotonic();
    if (!remembered || nowMs >= remembered.untilMs) {
      remembered = { untilMs: nowMs + REMEMBERED_MS, failing: costly.flatMap(look) };
    }
    return [...free.flatMap(look), ...remembered.failing];
  };
  return new Elysia({ name: 'health' })
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get('/healthz', () => ({ status: 'ok' }), { detail: { hide: true } })
    .get(
      '/readyz',
      ({ set }) => {
        const found = failing();
        if (found.length > 0) set.status = 503;
        return found.length > 0 ? { status: 'not ready', failing: found } : { status: 'ready' };
      },
      { detail: { hide: true } },
    );
}

/** A check that throws has failed; what it threw is not for the public. */
function failureOf(check: ReadinessCheck): string | undefined {
  try {
    return check.failing();
  } catch {
    return 'it could not be looked at';
  }
}
