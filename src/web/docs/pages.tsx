/** @jsxImportSource preact */
/** All pages of `/docs`, in the order of the contents. */
import { describeV0 } from '../../api/v0/document.ts';
import { describeV1 } from '../../api/v1/document.ts';
import { describeV2 } from '../../api/v2/document.ts';
import { guidePages, manualPages } from '../guides/pages.tsx';
import { type OpenApi, readDocument } from '../reference/document.ts';
import { referencePages } from '../reference/pages.tsx';
import { documentOf } from './layout.tsx';
import { type DocsPage, SECTIONS } from './page.ts';
import { searchPage } from './search-page.tsx';

/** The HTML of every page, by path. Everything is drawn once: 30 pages take a few hundredths of a second. */
export async function docsPages(contact: string): Promise<Map<string, string>> {
  const pages: DocsPage[] = [
    ...guidePages(),
    ...referencePages('v1', readDocument((await describeV1(contact)) as unknown as OpenApi)),
    ...referencePages('v2', readDocument(describeV2(contact) as unknown as OpenApi)),
    ...referencePages('v0', readDocument(describeV0(contact) as unknown as OpenApi)),
    ...manualPages(),
  ];
  const all = [firstPage(pages), searchPage(pages), ...pages];
  return new Map(all.map((page) => [page.path, documentOf(page, pages)]));
}

const INTRODUCTIONS = {
  Guides: 'From the first answer to daily work. Every command in them is run as printed by our tests.',
  'API v1': 'The stable interface, with a key. Its shapes do not change.',
  'API v2': 'A preview, with a key. It may change until it is stable.',
  'API v0': 'The public interface: no key, a few requests a minute, may change with notice.',
  Manual: 'What the parts do in detail, for those who run a server or build on one.',
} as const;

function firstPage(pages: readonly DocsPage[]): DocsPage {
  const title = 'Documentation';
  const body = (
    <>
      <h1>{title}</h1>
      <p class="lead">
        Section 232 tariff lookups, storefront pixel scans and General Certificates of Conformity. New here?{' '}
        <a href="/docs/guides/getting-started">Get an answer in five minutes</a>.
      </p>
      <div class="cards">
        {SECTIONS.map((section) => (
          <section key={section}>
            <h2>{section}</h2>
            <p>{INTRODUCTIONS[section]}</p>
            <ul>
              {pages
                .filter((page) => page.section === section)
                .map(({ path, title }) => (
                  <li key={path}>
                    <a href={path}>{title}</a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
  return { path: '/docs', title, summary: 'Guides and API reference of Portside.', headings: [], body };
}
