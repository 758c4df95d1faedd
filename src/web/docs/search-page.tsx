/** @jsxImportSource preact */
/**
 * Every page with its headings. It is the search index as well: with JavaScript the field at the top of each page looks through this
 * list; without, the form leads here.
 */
import { type DocsPage, SECTIONS } from './page.ts';

export function searchPage(pages: readonly DocsPage[]): DocsPage {
  const title = 'Everything in the documentation';
  const body = (
    <>
      <h1>{title}</h1>
      {SECTIONS.map((section) => (
        <section key={section}>
          <h2>{section}</h2>
          <ul class="index">
            {pages
              .filter((page) => page.section === section)
              .map((page) => (
                <Entry key={page.path} page={page} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
  return { path: '/docs/search', title, summary: 'All pages and their headings.', headings: [], body };
}

function Entry({ page: { path, title, summary, headings } }: { page: DocsPage }) {
  return (
    <li>
      <a href={path}>{title}</a>
      <p>{summary}</p>
      {headings.length > 0 && (
        <ul>
          {headings.map(({ id, text }) => (
            <li key={id}>
              <a href={`${path}#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
