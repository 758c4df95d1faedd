/** @jsxImportSource preact */
/** The frame of every page, and the headers it is sent with. */
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { pageHeaders } from '../http/page-headers.ts';
import { CHARTS_PATH, ICON_PATH, SCRIPT_PATH, STYLE_PATH } from './assets.ts';
import { Csrf } from './elements.tsx';
import type { OperatorRequest } from './operator-request.ts';

const HEADERS = {
  ...pageHeaders("script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'"),
  // `same-origin` and not `no-referrer`: without a referrer browsers hide the origin of a form, which is checked.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  // Nothing of a page stays behind, above all not a key that is shown once.
  'cache-control': 'no-store',
};

const SECTIONS = [
  ['keys', 'Keys'],
  ['usage', 'Usage'],
  ['lists', 'Lists'],
  ['certificates', 'Certificates'],
  ['scans', 'Scans'],
  ['audit', 'Audit'],
] as const;

type Section = (typeof SECTIONS)[number][0] | 'password';

export interface PageOptions {
  title: string;
  section?: Section;
  status?: number;
  headers?: Record<string, string>;
  /** Loads the chart library too. */
  charts?: boolean;
  body: ComponentChildren;
}

/** A whole page as an answer. Text in `body` is escaped by the renderer. */
export function page(request: OperatorRequest, options: PageOptions): Response {
  const { status = 200, headers } = options;
  const html = `<!doctype html>${render(<Document request={request} {...options} />)}`;
  return new Response(html, { status, headers: { ...HEADERS, ...headers } });
}

function Document({ request, title, section, charts, body }: PageOptions & { request: OperatorRequest }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Portside`}</title>
        <link rel="icon" href={ICON_PATH} />
        <link rel="stylesheet" href={STYLE_PATH} />
        {charts && <script src={CHARTS_PATH} defer />}
        <script src={SCRIPT_PATH} defer />
      </head>
      <body class={request.signedIn ? 'signed-in' : 'signed-out'}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        {request.signedIn && <Navigation request={request} section={section} />}
        <main id="main">{body}</main>
      </body>
    </html>
  );
}

function Navigation({ request, section }: { request: OperatorRequest; section?: Section }) {
  const current = (name: Section) => (name === section ? 'page' : undefined);
  return (
    <header class="bar">
      <a class="brand" href="/operator/keys">
        Portside
      </a>
      <nav aria-label="Sections">
        <ul>
          {SECTIONS.map(([name, label]) => (
            <li key={name}>
              <a href={`/operator/${name}`} aria-current={current(name)}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="account">
        <a href="/operator/password" aria-current={current('password')}>
          Password
        </a>
        <form method="post" action="/operator/sign-out">
          <Csrf request={request} />
          <button type="submit" class="link">
            Sign out
          </button>
        </form>
      </div>
    </header>
  );
}
