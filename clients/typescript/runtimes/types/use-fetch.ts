// Every `fetch` that a user may have fits without a cast.
import { type Fetch, Portside } from '@portside/client';
import * as undici from 'undici';

export const platform: Fetch = globalThis.fetch;
new Portside({ fetch: globalThis.fetch });
new Portside({ fetch: fetch });
new Portside({ fetch: undici.fetch });
const dispatcher = new undici.ProxyAgent('http://proxy.example:3128');
new Portside({ fetch: (url, init) => undici.fetch(url, { ...init, dispatcher }) });
// @ts-expect-error what it gives is no answer
new Portside({ fetch: async () => 5 });
// @ts-expect-error its types were found: it is not `any`
export const number: number = undici.fetch;
