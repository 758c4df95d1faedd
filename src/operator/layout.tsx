/** @jsxImportSource preact */
/** The HTML document around every page, and its headers. */
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { pageHeaders } from '../http/page-headers.ts';
import { ICON_PATH, SCRIPT_PATH, STYLE_PATH } from './assets.ts';
import { Csrf } from './elements.tsx';
import { may, type OperatorRequest } from './operator-request.ts';

const HEADERS = {
  ...pageHeaders("script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'"),
  // Not `no-referrer`: browsers would then send `Origin: null` with forms, and the guard refuses those.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  // Browsers and proxies must store no page, above all not one that shows a new key.
  'cache-control': 'no-store',
};

const SECTIONS = [
  ['overview', 'Overview'],
  ['keys', 'Keys'],
  ['requests', 'Requests'],
  ['usage', 'Usage'],
  ['lists', 'Lists'],
  ['certificates', 'Certificates'],
  ['scans', 'Scans'],
  ['audit', 'Audit'],
] as const;

/** Only owners see it. */
const OPERATORS = ['operators', 'Operators'] as const;

type Section = (typeof SECTIONS)[number][0] | (typeof OPERATORS)[0] | 'sessions';

export interface PageOptions {
  title: string;
  section?: Section;
  status?: number;
  headers?: Record<string, string>;
  /** Nothing was done. Half-written forms are kept. */
  isError?: boolean;
  body: ComponentChildren;
}

/** The response for a page. The renderer escapes all text in `body`. */
export function page(request: OperatorRequest, options: PageOptions): Response {
  const { status = 200, headers } = options;
  const html = `<!doctype html>${render(<Document request={request} {...options} />)}`;
  return new Response(html, { status, headers: { ...HEADERS, ...headers } });
}

function Document({ request, title, section, isError, body }: PageOptions & { request: OperatorRequest }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Portside`}</title>
        <link rel="icon" href={ICON_PATH} />
        <link rel="stylesheet" href={STYLE_PATH} />
        <script src={SCRIPT_PATH} defer />
      </head>
      <body
        class={request.operator ? 'signed-in' : 'signed-out'}
        data-draft-owner={request.operator?.name}
        data-error={isError}
      >
        <a class="skip" href="#main">
          Skip to content
        </a>
        {request.operator && <Navigation request={request} section={section} />}
        <main id="main">{body}</main>
      </body>
    </html>
  );
}

function Navigation({ request, section }: { request: OperatorRequest; section?: Section }) {
  const sections = may(request, 'owner') ? [...SECTIONS, OPERATORS] : SECTIONS;
  const current = (name: Section) => (name === section ? 'page' : undefined);
  return (
    <header class="bar">
      <a class="brand" href="/operator/overview">
        Portside
      </a>
      <nav aria-label="Sections">
        <ul>
          {sections.map(([name, label]) => (
            <li key={name}>
              <a href={`/operator/${name}`} aria-current={current(name)}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="account">
        <a href="/operator/sessions" aria-current={current('sessions')} aria-label={`You: ${request.operator?.name}`}>
          {request.operator?.name}
        </a>
        <form method="post" action="/operator/sign-out" data-ends-session>
          <Csrf request={request} />
          <button type="submit" class="link">
            Sign out
          </button>
        </form>
      </div>
    </header>
  );
}
