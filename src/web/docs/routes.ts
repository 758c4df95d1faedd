/** `/docs`: guides, reference and manual. The first request draws all pages. Each is compressed once, and sent with an ETag. */
import { Elysia } from 'elysia';
import { PortsideError } from '../../domain/errors.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import { Asset } from '../../http/static-asset.ts';
import tokens from '../tokens.css' with { type: 'text' };
import wordmark from '../wordmark.css' with { type: 'text' };
import { SCRIPT_PATH, STYLE_PATH } from './asset-paths.ts';
import script from './page.client.js' with { type: 'text' };
import style from './page.css' with { type: 'text' };
import { docsPages } from './pages.tsx';

const HEADERS = {
  ...pageHeaders("style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'"),
  // Another version of the program has other pages. Asking again costs a 304.
  'cache-control': 'no-cache',
};

export function docsRoutes(contact: string) {
  let pages: Promise<Map<string, Asset>> | undefined;
  async function draw(): Promise<Map<string, Asset>> {
    const drawn = await docsPages(contact);
    return new Map(
      Array.from(drawn, ([path, html]) => [path, new Asset('text/html; charset=utf-8', () => html, HEADERS)]),
    );
  }
  async function answer(path: string, request: Request): Promise<Response> {
    pages ??= draw();
    const page = (await pages).get(path);
    if (!page) throw new PortsideError('not_found');
    return page.answer(request);
  }
  const styles = new Asset('text/css; charset=utf-8', () => tokens + wordmark + style);
  const scripts = new Asset('text/javascript; charset=utf-8', () => script);
  return new Elysia({ name: 'docs' })
    .get(STYLE_PATH, ({ request }) => styles.answer(request))
    .get(SCRIPT_PATH, ({ request }) => scripts.answer(request))
    .get('/docs', ({ query, request }) =>
      // The addresses of the reference before it had a page for each operation.
      query.api === 'v0' || query.api === 'v1' || query.api === 'v2'
        ? Response.redirect(`/docs/${query.api}`, 301)
        : answer('/docs', request),
    )
    .get('/docs/:section', ({ params, request }) => answer(`/docs/${params.section}`, request))
    .get('/docs/:section/:page', ({ params, request }) => answer(`/docs/${params.section}/${params.page}`, request));
}
