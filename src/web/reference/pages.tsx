/** @jsxImportSource preact */
/** The pages of one OpenAPI document: an overview, and one for each operation. */
import type { DocsPage, Section } from '../docs/page.ts';
import type { Operation, ReferenceDocument } from './document.ts';
import { OperationView } from './operation-view.tsx';
import { Prose } from './prose.tsx';

interface Version {
  section: Section;
  /** Where the document itself is. */
  document: string;
  title: string;
  /** What a caller needs to know before the first request. */
  notes: readonly string[];
}

const VERSIONS = {
  v1: {
    section: 'API v1',
    document: '/openapi.yaml',
    title: 'API v1, stable',
    notes: [
      'Send the key as `Authorization: Bearer svc_…`, and the body as `Content-Type: application/json`.',
      'Every answer has `X-Request-Id`, and `RateLimit` says what is left.',
      'The download of a certificate needs no key: `gcc_pdf_url` in the answer is a signed URL.',
    ],
  },
  v2: {
    section: 'API v2',
    document: '/api/v2/openapi.json',
    title: 'API v2, preview',
    notes: [
      'The keys, scopes, limits and errors of v1. Send the key as `Authorization: Bearer svc_…`.',
      'A field that is not described is refused with 422, and `details` names it.',
      'It may change until its version is 2.0.0; the changelog names every change.',
    ],
  },
  v0: {
    section: 'API v0',
    document: '/api/openapi.json',
    title: 'API v0, public',
    notes: ['No key. 120 reads and 6 scans a minute for each address.', 'Pages of other sites may ask too (CORS).'],
  },
} as const satisfies Record<string, Version>;

export type VersionName = keyof typeof VERSIONS;

export function referencePages(name: VersionName, document: ReferenceDocument): DocsPage[] {
  const version: Version = VERSIONS[name];
  const { section, title } = version;
  const pathOf = (slug: string) => `/docs/${name}/${slug}`;
  const overview: DocsPage = {
    path: `/docs/${name}`,
    section,
    title: 'Overview',
    summary: `${title}: ${document.operations.length} operations, version ${document.version}.`,
    headings: [],
    body: <Overview version={version} document={document} pathOf={pathOf} />,
  };
  const operations = document.operations.map(
    (operation): DocsPage => ({
      path: pathOf(operation.slug),
      section,
      title: operation.summary,
      summary: `${operation.method.toUpperCase()} ${operation.path}`,
      headings: headingsOf(operation),
      body: <OperationView operation={operation} />,
    }),
  );
  return [overview, ...operations];
}

/** Each field once: one that request and answer share leads to the request. */
function headingsOf({ parameters, body, answer }: Operation): DocsPage['headings'] {
  const asked = [...parameters, ...body].map(({ name }) => name);
  const answered = answer.fields.map(({ name }) => name).filter((name) => !asked.includes(name));
  return [
    ...asked.map((name) => ({ id: `request.${name}`, text: name })),
    ...answered.map((name) => ({ id: `answer.${name}`, text: name })),
  ];
}

function Overview(parts: { version: Version; document: ReferenceDocument; pathOf(slug: string): string }) {
  const { version, document, pathOf } = parts;
  return (
    <>
      <h1>{version.title}</h1>
      <p class="lead">
        <Prose text={document.description} />
      </p>
      <ul>
        {version.notes.map((note) => (
          <li key={note}>
            <Prose text={note} />
          </li>
        ))}
        <li>
          Errors have one shape and a closed set of codes: <a href="/docs/errors">what to do about each</a>.
        </li>
        <li>
          The document itself: <a href={version.document}>{version.document}</a>, version {document.version}. What a
          version promises: <a href="/docs/versioning">Versions</a>.
        </li>
      </ul>
      <h2>Operations</h2>
      <ul class="operations">
        {document.operations.map(({ slug, method, path, summary }) => (
          <li key={slug}>
            <a href={pathOf(slug)}>{summary}</a>
            <code class="endpoint">
              <span class={`method ${method}`}>{method.toUpperCase()}</span> {path}
            </code>
          </li>
        ))}
      </ul>
    </>
  );
}
