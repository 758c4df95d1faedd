/** @jsxImportSource preact */
/** The guides and the manual: Markdown files of `docs/`, which are part of the binary. */
import certificates from '../../../docs/certificates.md' with { type: 'text' };
import demoStore from '../../../docs/demo-store.md' with { type: 'text' };
import errors from '../../../docs/errors.md' with { type: 'text' };
import aBatchOfCertificates from '../../../docs/guides/a-batch-of-certificates.md' with { type: 'text' };
import auditFiftyStores from '../../../docs/guides/audit-fifty-stores.md' with { type: 'text' };
import authentication from '../../../docs/guides/authentication.md' with { type: 'text' };
import beTold from '../../../docs/guides/be-told.md' with { type: 'text' };
import certificatesFromAnErp from '../../../docs/guides/certificates-from-an-erp.md' with { type: 'text' };
import gettingStarted from '../../../docs/guides/getting-started.md' with { type: 'text' };
import jobsOverHttp from '../../../docs/guides/jobs-over-http.md' with { type: 'text' };
import keysForCustomers from '../../../docs/guides/keys-for-customers.md' with { type: 'text' };
import questions from '../../../docs/guides/questions.md' with { type: 'text' };
import readingAScan from '../../../docs/guides/reading-a-scan.md' with { type: 'text' };
import screenAPartsList from '../../../docs/guides/screen-a-parts-list.md' with { type: 'text' };
import selfHosting from '../../../docs/guides/self-hosting.md' with { type: 'text' };
import theWorkbench from '../../../docs/guides/the-workbench.md' with { type: 'text' };
import toolsForAgents from '../../../docs/guides/tools-for-agents.md' with { type: 'text' };
import upgrading from '../../../docs/guides/upgrading.md' with { type: 'text' };
import whatDutyDoIOwe from '../../../docs/guides/what-duty-do-i-owe.md' with { type: 'text' };
import operations from '../../../docs/operations.md' with { type: 'text' };
import operator from '../../../docs/operator.md' with { type: 'text' };
import pixelRules from '../../../docs/pixel-rules.md' with { type: 'text' };
import scaling from '../../../docs/scaling.md' with { type: 'text' };
import settings from '../../../docs/settings.md' with { type: 'text' };
import tariff from '../../../docs/tariff.md' with { type: 'text' };
import versioning from '../../../docs/versioning.md' with { type: 'text' };
import webhooks from '../../../docs/webhooks.md' with { type: 'text' };
import type { DocsPage, Section } from '../docs/page.ts';
import { renderMarkdown } from './markdown.ts';

/** By path within `docs/`, in the order of the contents. */
const GUIDES = {
  'guides/getting-started.md': gettingStarted,
  'guides/authentication.md': authentication,
  'guides/the-workbench.md': theWorkbench,
  'guides/screen-a-parts-list.md': screenAPartsList,
  'guides/what-duty-do-i-owe.md': whatDutyDoIOwe,
  'guides/reading-a-scan.md': readingAScan,
  'guides/audit-fifty-stores.md': auditFiftyStores,
  'guides/be-told.md': beTold,
  'guides/certificates-from-an-erp.md': certificatesFromAnErp,
  'guides/a-batch-of-certificates.md': aBatchOfCertificates,
  'guides/jobs-over-http.md': jobsOverHttp,
  'guides/keys-for-customers.md': keysForCustomers,
  'guides/tools-for-agents.md': toolsForAgents,
  'guides/self-hosting.md': selfHosting,
  'guides/upgrading.md': upgrading,
  'guides/questions.md': questions,
};
const MANUAL = {
  'errors.md': errors,
  'webhooks.md': webhooks,
  'versioning.md': versioning,
  'tariff.md': tariff,
  'certificates.md': certificates,
  'pixel-rules.md': pixelRules,
  'demo-store.md': demoStore,
  'operations.md': operations,
  'settings.md': settings,
  'operator.md': operator,
  'scaling.md': scaling,
};

export const guidePages = (): DocsPage[] => pagesOf(GUIDES, 'Guides');
export const manualPages = (): DocsPage[] => pagesOf(MANUAL, 'Manual');

function pagesOf(files: Record<string, string>, section: Section): DocsPage[] {
  return Object.entries(files).map(([file, source]) => {
    const { title, summary, headings, html } = renderMarkdown(source, (href) => addressOf(href, file));
    return { path: pathOf(file), section, title, summary, headings, body: <Article html={html} /> };
  });
}

/** @param html rendered from a file of this repository */
function Article({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: no stranger wrote it
  return <article class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** `guides/questions.md` is at `/docs/guides/questions`. */
const pathOf = (file: string): string => `/docs/${file.replace(/\.md$/, '')}`;

/**
 * Where a link of a file leads on this server. The source links to files, so that it also works in the repository.
 * @param from the file, within `docs/`
 */
function addressOf(href: string, from: string): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///docs/${from}`);
  if (pathname.startsWith('/docs/reference/')) return pathname.replace('/reference', '') + hash;
  const file = pathname.replace(/^\/docs\//, '');
  return Object.hasOwn(GUIDES, file) || Object.hasOwn(MANUAL, file) ? pathOf(file) + hash : undefined;
}
