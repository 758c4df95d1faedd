/** `/docs`: both OpenAPI documents in Swagger UI, which is part of the binary. */
import { html } from '../../http/html.ts';

const REFERENCES = { v1: '/openapi.yaml', v0: '/api/openapi.json' } as const;
export type ReferenceName = keyof typeof REFERENCES;

/** A complete HTML document. */
export function referencePage(shown: ReferenceName): string {
  const link = (name: ReferenceName, text: string) =>
    html`<a href="/docs?api=${name}"${name === shown ? html` aria-current="page"` : undefined}>${text}</a>`;
  const { markup } = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portside API reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
<script src="/docs/swagger-ui.js" defer></script>
<script src="/docs/page.js" defer></script>
</head>
<body>
<header>
<a class="name" href="/"><span class="lamp" aria-hidden="true"></span>Portside</a>
<nav aria-label="Interfaces">${link('v1', 'v1, with a key')}${link('v0', 'v0, public')}</nav>
</header>
<main id="reference" data-document="${REFERENCES[shown]}"></main>
<noscript><p class="plain">This page needs JavaScript. The document itself: <a href="${REFERENCES[shown]}">${REFERENCES[shown]}</a></p></noscript>
</body>
</html>
`;
  return `<!doctype html>\n${markup}`;
}
