/** `/`, the files it loads, the icon, `/robots.txt`, and the OpenAPI documents. */
import { Elysia } from 'elysia';
import { v0Json, v1Yaml, v2Json } from '../api/documents.ts';
import type { RateLimitGuard, RequestContext } from '../api/v0/rate-limit-guard.ts';
import { CODE_LENGTH_MAX } from '../api/v0/tariff-explain/schema.ts';
import { ScanRequest } from '../api/v1/pixel-scan/schema.ts';
import type { Clock } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import { ERROR_STATUS, errorHeaders } from '../http/error-response.ts';
import { pageHeaders } from '../http/page-headers.ts';
import { validatedSchema } from '../http/standard-schema.ts';
import { Asset } from '../http/static-asset.ts';
import type { Scanner } from '../pixel/scan.ts';
import { explain } from '../tariff/explain/explain.ts';
import { plainCode } from '../tariff/hts-code.ts';
import { QUERY_CHARS_MAX } from '../tariff/search/search.ts';
import { searchTariff } from '../tariff/search/search-tariff.ts';
import type { Tariff } from '../tariff/tariff.ts';
import { ICON_PATH } from './docs/asset-paths.ts';
import icon from './docs/icon.svg' with { type: 'text' };
import { docsRoutes } from './docs/routes.ts';
import { keyOffer } from './landing/key-offer.ts';
import landingScript from './landing/page.client.js' with { type: 'text' };
import landingStyle from './landing/page.css' with { type: 'text' };
import { CODES_MAX, type Landing, landingPage } from './landing/page.ts';
import type { ScanAnswer } from './landing/scan-answer.ts';
import type { TariffAnswer } from './landing/tariff-answer.ts';
import { pastedParts } from './pasted-parts.ts';
import tokens from './tokens.css' with { type: 'text' };
import wordmark from './wordmark.css' with { type: 'text' };

export interface PageParts {
  tariff: Tariff;
  /** For callers without a key. */
  scanner: Scanner;
  rateLimit: RateLimitGuard;
  clock: Pick<Clock, 'now'>;
  contact: string;
  /** How a visitor gets a key; empty: by asking the contact. */
  keyOffer: string;
}

/** What is no misspelt code. */
const WORDS = /\p{L}{2}/u;
const RESULTS_SHOWN = 8;
/** As v0 reads an address. */
const scanRequest = validatedSchema(ScanRequest)['~standard'];

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

const LOADS = "style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'";
const PAGE_HEADERS = { ...pageHeaders(LOADS), 'cache-control': 'no-cache' };
/** What is for operators and for programs is no result of a search. */
const ROBOTS =
  'User-agent: *\nDisallow: /operator\nDisallow: /work\nDisallow: /api/\nDisallow: /verify/\nDisallow: /?store=\n';

export function pageRoutes({ tariff, scanner, rateLimit, clock, contact, keyOffer: offer }: PageParts) {
  const assets: Record<string, Asset> = {
    '/openapi.yaml': new Asset('application/yaml', () => v1Yaml(contact), ANY_ORIGIN),
    '/api/v2/openapi.json': new Asset('application/json', () => v2Json(contact), ANY_ORIGIN),
    '/api/openapi.json': new Asset('application/json', () => v0Json(contact), ANY_ORIGIN),
    '/landing.css': new Asset(CSS, () => tokens + wordmark + landingStyle),
    '/landing.js': new Asset(SCRIPT, () => landingScript),
    [ICON_PATH]: new Asset('image/svg+xml', () => icon),
    // Browsers ask for it whatever the page names.
    '/favicon.ico': new Asset('image/svg+xml', () => icon),
    '/robots.txt': new Asset('text/plain; charset=utf-8', () => ROBOTS),
  };

  async function lookUp(asked: string, context: RequestContext): Promise<TariffAnswer> {
    const onDate = tariff.at();
    const { 'X-Tariff-List': list, 'X-Tariff-List-Version': listVersion } = onDate.headers;
    const basis = {
      asOf: onDate.asOf,
      lawReadTo: tariff.lawRead().to,
      list: list ?? '',
      listVersion: listVersion ?? '',
    };
    if (WORDS.test(asked) && plainCode(asked) === asked) {
      await rateLimit.admitRead(context);
      // The field cuts nothing: half of what was typed would be another question.
      if (asked.length > QUERY_CHARS_MAX) return { asked: '', refusal: `Use at most ${QUERY_CHARS_MAX} characters.` };
      return { asked, found: searchTariff(asked, RESULTS_SHOWN, tariff.data, onDate), basis };
    }
    const codes = pastedParts(asked).map(plainCode);
    if (codes.length > CODES_MAX) {
      await rateLimit.admitRead(context);
      return { asked, refusal: `At most ${CODES_MAX} numbers here. The workbench takes whole parts lists.` };
    }
    // Each number counts as on v0.
    for (const _ of codes.length > 0 ? codes : [asked]) await rateLimit.admitRead(context);
    const isLong = (code: string) => code.length > CODE_LENGTH_MAX;
    if (codes.length === 0 || codes.some(isLong)) {
      return { asked: isLong(asked) && codes.length < 2 ? '' : asked, refusal: 'Not the number of a product.' };
    }
    return { asked, explanations: codes.map((code) => explain(onDate.lookup(code), onDate.asOf, tariff.data)), basis };
  }

  async function scan(asked: string, context: RequestContext): Promise<ScanAnswer> {
    await rateLimit.admitScan(context);
    const { url } = scanRequest.validate({ url: asked.includes('://') ? asked : `https://${asked}` }).value;
    const owner = `client ${rateLimit.networkOf(context.request)}`;
    const { report, ageSeconds } = scanner.scanCached(url) ?? (await scanner.scan(url, { owner }));
    return { asked, report, url, readAtMs: clock.now() - ageSeconds * 1000 };
  }

  const app = new Elysia({ name: 'pages' }).get('/', async ({ query, request, set }) => {
    const code = (query.code ?? '').trim();
    const store = (query.store ?? '').trim();
    const draw = (answers: Pick<Landing, 'tariff' | 'scan'>) =>
      landingPage({ lawRead: tariff.lawRead(), keyOffer: keyOffer(offer, contact), ...answers });
    const context = { request, set };
    const asked = code || store;
    if (!asked) return new Response(draw({}), { headers: PAGE_HEADERS });
    try {
      const answers = code ? { tariff: await lookUp(code, context) } : { scan: await scan(store, context) };
      return new Response(draw(answers), { headers: PAGE_HEADERS });
    } catch (error) {
      if (!(error instanceof PortsideError)) throw error;
      const answer = { asked, refusal: refusalOf(error) };
      return new Response(draw(code ? { tariff: answer } : { scan: answer }), {
        status: ERROR_STATUS[error.code],
        headers: { ...PAGE_HEADERS, ...errorHeaders(error) },
      });
    }
  });
  for (const [path, asset] of Object.entries(assets)) app.get(path, ({ request }) => asset.answer(request));
  return app.use(docsRoutes(contact));
}

/** In a sentence or two. What is wrong with the address is in the details. */
function refusalOf({ code, message, details = [] }: PortsideError): string {
  if (code === 'rate_limited') return `${message} Try again in a minute.`;
  const [detail] = details;
  return detail ? `This address cannot be scanned: it ${detail.message}.` : message;
}
