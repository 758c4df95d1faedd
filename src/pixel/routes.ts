/** The v1 scan over HTTP. The only file of this room that knows Elysia. */
import { Elysia } from 'elysia';
import { textBody } from '../http/body.ts';
import { admitted, withCaller } from '../http/caller.ts';
import { standard } from '../http/schema.ts';
import type { Scanner } from './scan.ts';
import { ScanQuery, ScanRequest } from './schema.ts';

export const PIXEL_SCAN_PATH = '/api/v1/pixel/scan';

export function pixelRoutes(scanner: Scanner) {
  return new Elysia({ name: 'pixel' }).use(withCaller).post(
    PIXEL_SCAN_PATH,
    async ({ body, caller, query, request, set }) => {
      admitted(caller);
      const deep = query.deep === 'true';
      const fresh = /\bno-cache\b/i.test(request.headers.get('cache-control') ?? '');
      const scan = (!fresh && scanner.scanCached(body.url, deep)) || (await scanner.scan(body.url, { deep, fresh }));
      set.headers['content-type'] = 'application/json';
      set.headers.age = String(scan.ageSeconds);
      set.headers['x-cache'] = scan.cache;
      return textBody(scan.body);
    },
    { parse: 'json', body: standard(ScanRequest), query: standard(ScanQuery) },
  );
}
