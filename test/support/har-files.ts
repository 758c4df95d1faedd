/** For each rule on HAR files a file on which it fires, one on which it must not, and one that is made to mislead. */
import type { Fixture } from './pages.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');

/** A request of a HAR file. */
export interface Recorded {
  url: string;
  afterMs?: number;
  post?: string;
  method?: string;
  type?: string;
  text?: string;
  status?: number;
}

export function harFile(requests: readonly Recorded[]): string {
  const entries = requests.map(({ url, afterMs = 0, post, method, type = 'image/gif', text, status = 200 }) => ({
    startedDateTime: new Date(START + afterMs).toISOString(),
    request: {
      method: method ?? (post === undefined ? 'GET' : 'POST'),
      url,
      ...(post !== undefined && { postData: { text: post } }),
    },
    response: { status, content: { mimeType: type, ...(text !== undefined && { text }) } },
  }));
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'Browser' }, pages: [], entries } });
}

export const metaHit = (event: string, more = ''): string =>
  `https://www.facebook.com/tr/?id=700000000000101&ev=${event}&dl=https%3A%2F%2Fshop.example%2Fa${more}`;
export const analyticsHit = (event: string, more = ''): string =>
  `https://region1.google-analytics.com/g/collect?v=2&tid=G-ABCDE12345&en=${event}&dl=https%3A%2F%2Fshop.example%2Fa${more}`;

const twice = (url: string, afterMs: number) => harFile([{ url }, { url, afterMs }]);

export const HAR_FILES: Record<string, Fixture> = {
  recorded_event_twice: {
    fires: twice(metaHit('PageView'), 200),
    // The visitor did it again.
    nearMiss: twice(analyticsHit('add_to_cart'), 5000),
    // Two orders are two events.
    adversarial: {
      page: harFile([
        { url: analyticsHit('purchase', '&ep.transaction_id=1') },
        { url: analyticsHit('purchase', '&ep.transaction_id=2'), afterMs: 100 },
      ]),
      is: 'not found',
    },
  },
  recorded_requests: {
    fires: harFile([{ url: analyticsHit('page_view') }]),
    nearMiss: harFile([{ url: 'https://shop.example/a.png' }]),
    // A request before the request is not one.
    adversarial: { page: harFile([{ url: metaHit('PageView'), method: 'OPTIONS' }]), is: 'not found' },
  },
};
