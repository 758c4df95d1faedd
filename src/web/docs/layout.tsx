/** @jsxImportSource preact */
/**
 * The HTML document around a page of `/docs`. Nothing in it needs JavaScript: on a narrow screen the contents stand below the page,
 * and the link "Contents" leads there.
 */
import { render } from 'preact-render-to-string';
import { ICON_PATH, SCRIPT_PATH, STYLE_PATH } from './asset-paths.ts';
import { type DocsPage, SECTIONS } from './page.ts';

/** A complete HTML document. @param pages all pages, for the contents */
export function documentOf(page: DocsPage, pages: readonly DocsPage[]): string {
  return `<!doctype html>\n${render(<Document page={page} pages={pages} />)}\n`;
}

function Document({ page, pages }: { page: DocsPage; pages: readonly DocsPage[] }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={page.summary} />
        <title>{`${page.title} · Portside`}</title>
        <link rel="icon" href={ICON_PATH} />
        <link rel="stylesheet" href={STYLE_PATH} />
        <script src={SCRIPT_PATH} defer />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Header page={page} />
        <div class="columns">
          <main id="main">{page.body}</main>
          <nav id="contents" aria-label="Contents">
            {SECTIONS.map((section) => (
              <Contents
                key={section}
                title={section}
                pages={pages.filter((one) => one.section === section)}
                page={page}
              />
            ))}
          </nav>
        </div>
      </body>
    </html>
  );
}

function Header({ page }: { page: DocsPage }) {
  return (
    <header>
      <a class="name" href="/">
        <span class="lamp" aria-hidden="true" />
        Portside
      </a>
      <a href="/docs" aria-current={page.path === '/docs' ? 'page' : undefined}>
        Docs
      </a>
      <search class="search">
        <form action="/docs/search">
          <label class="unseen" for="search">
            Search the documentation
          </label>
          <input
            id="search"
            name="q"
            type="search"
            placeholder="Search"
            autocomplete="off"
            spellcheck={false}
            maxlength={100}
          />
        </form>
      </search>
      <a class="to-contents" href="#contents">
        Contents
      </a>
    </header>
  );
}

function Contents({ title, pages, page }: { title: string; pages: readonly DocsPage[]; page: DocsPage }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {pages.map(({ path, title }) => (
          <li key={path}>
            <a href={path} aria-current={path === page.path ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
