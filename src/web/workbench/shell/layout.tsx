/** @jsxImportSource preact */
/** The HTML document around every page, and its headers. */
import { type ComponentChildren, Fragment } from 'preact';
import { render } from 'preact-render-to-string';
import type { Product } from '../../../domain/key.ts';
import { pageHeaders } from '../../../http/page-headers.ts';
import { covered, type WorkbenchRequest } from '../workbench-request.ts';
import type { PageAsset } from './asset.ts';
import { HTMX, ICON, SCRIPT, STYLE } from './assets.ts';
import { Csrf } from './fields.tsx';

const HEADERS = {
  ...pageHeaders("script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'"),
  // Not `no-referrer`: browsers would then send `Origin: null` with forms, and the guard refuses those.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  // Browsers and proxies must store no page: it has the data of a customer.
  'cache-control': 'no-store',
};

/**
 * Nothing is evaluated and nothing inline is added, so that the content security policy holds. No page is kept in the browser's storage:
 * going back asks the server. A refusal is shown like any answer: `failure.tsx` says where.
 */
const HTMX_CONFIG = JSON.stringify({
  allowEval: false,
  allowScriptTags: false,
  includeIndicatorStyles: false,
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  selfRequestsOnly: true,
  scrollIntoViewOnBoost: false,
  responseHandling: [
    { code: '204', swap: false },
    { code: '[23]..', swap: true },
    { code: '...', swap: true, error: true },
  ],
});

type Section = 'home' | 'tariff' | 'schedule' | 'changes' | 'pixel' | 'certificates' | 'watches' | 'account';

/** Those with a product are shown to keys for it. */
const SECTIONS: readonly { name: Section; label: string; product?: Product }[] = [
  { name: 'tariff', label: 'Tariff', product: 'tariff' },
  { name: 'schedule', label: 'Schedule', product: 'tariff' },
  { name: 'changes', label: 'Changes', product: 'tariff' },
  { name: 'pixel', label: 'Pixel', product: 'pixel' },
  { name: 'certificates', label: 'Certificates', product: 'entry' },
  { name: 'watches', label: 'Watches' },
  { name: 'account', label: 'Account' },
];

export interface PageOptions {
  title: string;
  section?: Section;
  status?: number;
  headers?: Record<string, string>;
  /** Nothing was done. Half-written forms are kept. */
  isError?: boolean;
  /** Besides those of every page. */
  styles?: readonly PageAsset[];
  scripts?: readonly PageAsset[];
  body: ComponentChildren;
}

/** The response for a whole page. The renderer escapes all text in `body`. */
export function page(request: WorkbenchRequest, options: PageOptions): Response {
  const { status = 200, headers } = options;
  const html = `<!doctype html>${render(<Document request={request} {...options} />)}`;
  return new Response(html, { status, headers: { ...HEADERS, ...headers } });
}

/** Where the parts of a page are put that is sent while they are made. No text of a page has it. */
const SLOT = `slot-${crypto.randomUUID()}`;
export const Slot = () => <>{SLOT}</>;

/**
 * A page that is sent while it is made: what is before its `Slot` at once, then each part as it comes, and after the last one the rest.
 * It works without a script. Whatever fails in between must be a part that says so: the status is sent already.
 */
export function streamedPage(
  request: WorkbenchRequest,
  options: Omit<PageOptions, 'status' | 'isError'>,
  parts: AsyncIterable<ComponentChildren>,
): Response {
  const [before = '', after = ''] = `<!doctype html>${render(<Document request={request} {...options} />)}`.split(SLOT);
  async function* html() {
    yield before;
    // A part without content still tells proxies that the answer goes on.
    for await (const part of parts) yield `${render(<Fragment>{part}</Fragment>)}\n`;
    yield after;
  }
  const headers = { ...HEADERS, ...options.headers };
  const encoder = new TextEncoder();
  const source = html();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await source.return();
    },
  });
  return new Response(body, { headers });
}

/** The response for a part of a page, for htmx. */
export function fragment(
  body: ComponentChildren,
  { status = 200, headers }: Pick<PageOptions, 'status' | 'headers'> = {},
): Response {
  return new Response(render(<Fragment>{body}</Fragment>), { status, headers: { ...HEADERS, ...headers } });
}

function Document({
  request,
  title,
  section,
  isError,
  styles = [],
  scripts = [],
  body,
}: PageOptions & { request: WorkbenchRequest }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content={HTMX_CONFIG} />
        <title>{`${title} · Portside`}</title>
        <link rel="icon" href={ICON.path} />
        {[STYLE, ...styles].map(({ path }) => (
          <link key={path} rel="stylesheet" href={path} />
        ))}
        {[HTMX, SCRIPT, ...scripts].map(({ path }) => (
          <script key={path} src={path} defer />
        ))}
      </head>
      <body
        class={request.signedIn ? 'signed-in' : 'signed-out'}
        data-draft-owner={request.signedIn?.caller.lineageId}
        data-error={isError || undefined}
      >
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Bar request={request} section={section} />
        <main id="main" tabIndex={-1}>
          <div id="problem" aria-live="assertive" />
          {body}
        </main>
      </body>
    </html>
  );
}

function Bar({ request, section }: { request: WorkbenchRequest; section: Section | undefined }) {
  const sections = SECTIONS.filter(({ product }) => product === undefined || covered(request, product));
  const current = (name: Section) => (name === section ? 'page' : undefined);
  return (
    <header class="bar">
      <a class="brand" href={request.signedIn ? '/work' : '/'} aria-current={current('home')}>
        <span class="lamp" aria-hidden="true" />
        <span class="name">Portside</span>
      </a>
      {request.signedIn && (
        <>
          <nav aria-label="Sections">
            <ul>
              {sections.map(({ name, label }) => (
                <li key={name}>
                  <a href={`/work/${name}`} aria-current={current(name)}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <form method="post" action="/work/sign-out" class="sign-out" data-ends-session>
            <Csrf request={request} />
            <button type="submit" class="link">
              Sign out
            </button>
          </form>
        </>
      )}
    </header>
  );
}
