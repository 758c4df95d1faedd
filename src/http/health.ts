/** Liveness and readiness. `/healthz` does no I/O: it only says that the event loop turns. */
import { Elysia } from 'elysia';

export interface ReadinessCheck {
  name: string;
  /** Returns why it is not ready, in words fit for the public; undefined when it is. */
  failing(): string | undefined;
}

export function healthRoutes(checks: ReadinessCheck[]) {
  return new Elysia({ name: 'health' })
    .get('/healthz', () => ({ status: 'ok' }), { detail: { hide: true } })
    .get(
      '/readyz',
      ({ set }) => {
        const failing = checks.flatMap((check) => {
          const reason = check.failing();
          return reason === undefined ? [] : [{ check: check.name, reason }];
        });
        if (failing.length > 0) set.status = 503;
        return failing.length > 0 ? { status: 'not ready', failing } : { status: 'ready' };
      },
      { detail: { hide: true } },
    );
}
