/**
 * Liveness and readiness. `/healthz` does no I/O: it only shows that the event loop runs. `/readyz` checks the disk and the
 * database at most once a second, because anybody may request it as often as they like.
 */
import { Elysia } from 'elysia';
import type { Readiness } from './readiness.ts';

export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** @param showsReasons whether `/readyz` names the checks that fail */
export function healthRoutes(readiness: Readiness, { showsReasons }: { showsReasons: boolean }) {
  const hidden = { detail: { hide: true } } as const;
  return new Elysia({ name: 'health' })
    .get(
      '/healthz',
      ({ set }) => {
        set.headers['cache-control'] = 'no-store';
        return { status: 'ok' };
      },
      hidden,
    )
    .get(
      '/readyz',
      async ({ set }) => {
        set.headers['cache-control'] = 'no-store';
        const failing = await readiness.failing();
        if (failing.length === 0) return { status: 'ready' };
        set.status = 503;
        return showsReasons ? { status: 'not ready', failing } : { status: 'not ready' };
      },
      hidden,
    );
}
