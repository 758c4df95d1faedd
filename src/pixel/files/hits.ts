/** The events in one request to a vendor: Meta's `tr`, hits of Google Analytics, and requests of other vendors. */
import type { HitFact, Place } from '../tags/facts.ts';
import { imageOf } from '../tags/library.ts';
import { vendorIn } from '../tags/vendors.ts';

export type Hit = Omit<HitFact, 'kind' | 'atMs' | keyof Place>;

/** Google Analytics sends up to 25 events in one request. */
const EVENTS_MAX = 25;
const BODY_CHARS_MAX = 200_000;
const NAME_CHARS_MAX = 64;
const FIELDS_MAX = 200;

/**
 * @param url where the request went
 * @param body what was posted: the fields of a form, or one event in each line
 */
export function hitsOf(url: URL, body: string): Hit[] {
  const { hostname: host, pathname: path } = url;
  const sent = body.slice(0, BODY_CHARS_MAX);
  // A server container of the shop takes hits on the shop's own host.
  if (/\/g\/collect$/.test(path)) return analyticsHits(url.searchParams, sent);
  if (/^\/(?:[rj]\/)?collect$/.test(path) && /(?:^|\.)google-analytics\.com$/.test(host))
    return universalHits(url.searchParams, sent);
  if (/^\/tr\/?$/.test(path) && /(?:^|\.)facebook\.com$/.test(host)) return metaHits(url.searchParams, sent);
  const image = imageOf(url.href);
  if (image?.vendor === 'google_ads' && image.id !== undefined)
    return [{ vendor: 'google_ads', id: image.id, event: 'conversion', ...labelOf(url.searchParams.get('label')) }];
  const other = vendorIn(url.href);
  // Scripts and settings of a vendor are no events.
  return other && !/\.(?:js|json|css)$/.test(path)
    ? [{ vendor: other.vendor, id: other.id ?? '', event: 'request' }]
    : [];
}

function analyticsHits(query: URLSearchParams, body: string): Hit[] {
  const id = query.get('tid') ?? '';
  if (!/^G-[A-Z0-9]{4,14}$/.test(id)) return [];
  const lines = query.has('en')
    ? [query]
    : body
        .split(/\r?\n/)
        .slice(0, EVENTS_MAX)
        .map((line) => new URLSearchParams(line));
  return lines.flatMap((fields) => {
    const event = nameOf(fields.get('en'));
    if (event === undefined) return [];
    return [
      {
        vendor: 'ga4',
        id,
        event,
        ...labelOf(fields.get('ep.transaction_id')),
        ...pageOf(fields.get('dl') ?? query.get('dl')),
      },
    ];
  });
}

function universalHits(query: URLSearchParams, body: string): Hit[] {
  const fields = query.has('tid') ? query : new URLSearchParams(body.split('\n', 1)[0]);
  const id = fields.get('tid') ?? '';
  if (!/^UA-\d{4,10}-\d{1,4}$/.test(id)) return [];
  return [{ vendor: 'ua', id, event: nameOf(fields.get('t')) ?? 'pageview', ...pageOf(fields.get('dl')) }];
}

function metaHits(query: URLSearchParams, body: string): Hit[] {
  const fields = query.has('id') ? query : fieldsOf(body);
  const id = fields.get('id') ?? '';
  const event = nameOf(fields.get('ev'));
  if (!/^\d{8,20}$/.test(id) || event === undefined) return [];
  return [{ vendor: 'meta', id, event, ...labelOf(fields.get('eid')), ...pageOf(fields.get('dl')) }];
}

/** A form as text, or with a part for each field. */
function fieldsOf(body: string): URLSearchParams {
  if (!/content-disposition:\s*form-data/i.test(body)) return new URLSearchParams(body);
  const fields = new URLSearchParams();
  for (const part of body.split('name="').slice(1, 1 + FIELDS_MAX)) {
    const [name = '', , ...lines] = part.split(/\r?\n/, 4);
    fields.append(name.split('"', 1)[0]!, lines[0] ?? '');
  }
  return fields;
}

function nameOf(text: string | null): string | undefined {
  return text !== null && text !== '' && text.length <= NAME_CHARS_MAX ? text : undefined;
}

function labelOf(text: string | null): { label?: string } {
  return text !== null && text !== '' && text.length <= NAME_CHARS_MAX ? { label: text } : {};
}

/** Path of the page. A query may have personal data in it. */
function pageOf(text: string | null): { at?: string } {
  const url = text === null ? null : URL.parse(text);
  return url ? { at: url.hostname + url.pathname } : {};
}
