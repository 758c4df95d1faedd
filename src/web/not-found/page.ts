/** The page for an address that does not exist, shown to a browser. Programs get the error as JSON. */
import { html } from '../../http/html.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import { ICON_PATH, STYLE_PATH } from '../docs/asset-paths.ts';

const HEADERS = {
  ...pageHeaders("style-src 'self'; img-src 'self'; form-action 'self'"),
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept',
};

/** It does not repeat the address, which is a stranger's text. */
const { markup } = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not found · Portside</title>
<link rel="icon" href="${ICON_PATH}">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header><a class="name" href="/"><span class="lamp" aria-hidden="true"></span>Portside</a></header>
<main class="lost">
<h1>There is nothing at this address</h1>
<p class="lead">Check the spelling: addresses are exact, without capitals and without a slash at the end.</p>
<form action="/docs/search"><label for="search">Search the documentation</label> <input id="search" name="q" type="search" maxlength="100"> <button>Search</button></form>
<ul>
<li><a href="/">Look a code up</a></li>
<li><a href="/docs">Guides and API reference</a></li>
<li><a href="/operator">Operator page</a></li>
</ul>
</main>
</body>
</html>
`;

/** The response to a browser that asked for a page which does not exist; undefined for any other request. */
export function notFoundPage({ method, headers }: Request, path: string): Response | undefined {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || path.startsWith('/api/') || !headers.get('accept')?.includes('text/html')) return undefined;
  return new Response(`<!doctype html>\n${markup}`, { status: 404, headers: HEADERS });
}
