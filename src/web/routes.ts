/** `/`, the files it loads, the icon, `/robots.txt`, and the OpenAPI documents. */
import { Elysia } from 'elysia';
import type { RateLimitGuard } from '../api/v0/rate-limit-guard.ts';
import { CODE_LENGTH_MAX } from '../api/v0/tariff-explain/schema.ts';
import { PortsideError } from '../domain/errors.ts';
import { ERROR_STATUS, errorHeaders } from '../http/error-response.ts';
import { pageHeaders } from '../http/page-headers.ts';
import { Asset } from '../http/static-asset.ts';
import { explain } from '../tariff/explain/explain.ts';
import { searchTariff } from '../tariff/search/search-tariff.ts';
import type { Tariff } from '../tariff/tariff.ts';
import { ICON_PATH } from './docs/asset-paths.ts';
import icon from './docs/icon.svg' with { type: 'text' };
import { docsRoutes } from './docs/routes.ts';
import landingScript from './landing/page.client.js' with { type: 'text' };
import landingStyle from './landing/page.css' with { type: 'text' };
import { type LandingLookup, landingPage } from './landing/page.ts';
import tokens from './tokens.css' with { type: 'text' };
import wordmark from './wordmark.css' with { type: 'text' };

export interface PageParts {
  tariff: Tariff;
  rateLimit: RateLimitGuard;
  contact: string;
}

/** What is no misspelt code. */
const WORDS = /\p{L}{2}/u;
const RESULTS_SHOWN = 8;

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

/** Imported at the first request for a document, so that the start of the server does not wait for it. */
const documents = () => import('../api/documents.ts');

const LOADS = "style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'";
const PAGE_HEADERS = { ...pageHeaders(LOADS), 'cache-control': 'no-cache' };
/** What is for operators and for programs is no result of a search. */
const ROBOTS = 'User-agent: *\nDisallow: /operator\nDisallow: /work\nDisallow: /api/\nDisallow: /verify/\n';

export function pageRoutes({ tariff, rateLimit, contact }: PageParts) {
  const assets: Record<string, Asset> = {
    '/openapi.yaml': new Asset('application/yaml', async () => (await documents()).v1Yaml(contact), ANY_ORIGIN),
    '/api/v2/openapi.json': new Asset('application/json', async () => (await documents()).v2Json(contact), ANY_ORIGIN),
    '/api/openapi.json': new Asset('application/json', async () => (await documents()).v0Json(contact), ANY_ORIGIN),
    '/landing.css': new Asset(CSS, () => tokens + wordmark + landingStyle),
    '/landing.js': new Asset(SCRIPT, () => landingScript),
    [ICON_PATH]: new Asset('image/svg+xml', () => icon),
    // Browsers ask for it whatever the page names.
    '/favicon.ico': new Asset('image/svg+xml', () => icon),
    '/robots.txt': new Asset('text/plain; charset=utf-8', () => ROBOTS),
  };

  async function lookUp(code: string): Promise<LandingLookup> {
    const onDate = tariff.at();
    if (WORDS.test(code)) return { code, found: searchTariff(code, RESULTS_SHOWN, tariff.data, onDate) };
    if (code.length > CODE_LENGTH_MAX) return { code: '', refusal: 'Not the number of a product.' };
    return { code, explanation: explain(onDate.lookup(code), onDate.asOf, tariff.data) };
  }

  const app = new Elysia({ name: 'pages' }).get('/', async ({ query, request, set }) => {
    const { code } = query;
    if (!code) return new Response(landingPage(tariff.lawRead().to), { headers: PAGE_HEADERS });
    try {
      await rateLimit.admitRead({ request, set });
    } catch (error) {
      if (!(error instanceof PortsideError)) throw error;
      const page = landingPage(tariff.lawRead().to, { code, refusal: `${error.message} Try again in a minute.` });
      return new Response(page, {
        status: ERROR_STATUS[error.code],
        headers: { ...PAGE_HEADERS, ...errorHeaders(error) },
      });
    }
    return new Response(landingPage(tariff.lawRead().to, await lookUp(code)), { headers: PAGE_HEADERS });
  });
  for (const [path, asset] of Object.entries(assets)) app.get(path, ({ request }) => asset.answer(request));
  return app.use(docsRoutes(contact));
}
