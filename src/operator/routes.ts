/** `/operator`: mounts the page. What answers is loaded at the first visit, so that a start does not wait for it. */
import { Elysia } from 'elysia';
import type { OperatorParts } from './dependencies.ts';
import type { Site } from './site.ts';

export function operatorRoutes(parts: OperatorParts) {
  let site: Promise<Site> | undefined;
  const answer = async ({ request, server }: { request: Request; server: Bun.Server<unknown> | null }) => {
    site ??= import('./site.ts').then(({ Site }) => new Site(parts));
    return (await site).answer(request, server?.requestIP(request)?.address ?? '');
  };
  const options = { parse: 'none', detail: { hide: true } } as const;
  return new Elysia({ name: 'operator' }).all('/operator', answer, options).all('/operator/*', answer, options);
}
