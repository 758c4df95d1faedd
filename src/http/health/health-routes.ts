import { type AnyElysia, Elysia } from 'elysia';
import type { DirectAnswer, DirectOperation } from '../direct-route.ts';

/** The health checks as routes, for requests of this process and for the list of all routes. */
export function healthRoutes(operations: readonly DirectOperation[]): AnyElysia {
  const app = new Elysia({ name: 'health' });
  for (const { path, answer } of operations) {
    app.get(path, ({ set }) => answer(undefined, set as DirectAnswer), { detail: { hide: true } });
  }
  return app;
}
