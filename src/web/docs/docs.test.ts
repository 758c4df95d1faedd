/** The pages of `/docs` say what the OpenAPI documents and the request schema say, and hold together. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from '../../../test/support/paths.ts';
import { startPublicServer } from '../../../test/support/public-server.ts';
import { evaluate } from '../../entry/issue/evaluation.ts';
import { GccRequestSchema } from '../../entry/issue/request-schema.ts';
import { type OpenApi, type Operation, readDocument } from '../reference/document.ts';
import { type Field, fieldsOf } from '../reference/fields.ts';
import { docsPages } from './pages.tsx';

const server = await startPublicServer();
const read = async (path: string) => (await server.ask(path)).text();
const pages = await docsPages('support@portside.invalid');
const paths = [...pages.keys()];

const DOCUMENTS = {
  v1: Bun.YAML.parse(await read('/openapi.yaml')) as OpenApi,
  v0: JSON.parse(await read('/api/openapi.json')) as OpenApi,
};

/** All ids of a page. */
const idsOf = (html: string) => new Set(Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id]) => id!));

/** The ids that the fields must have: `request.product_info.name`. */
function fieldIds(fields: readonly Field[], at: string): string[] {
  return fields.flatMap(({ name, fields: inner }) => [`${at}.${name}`, ...fieldIds(inner, `${at}.${name}`)]);
}

describe.each(Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[])('the reference of %s', (name) => {
  const raw = DOCUMENTS[name];
  const operations = readDocument(raw).operations;

  test('has a page for every operation of the document, and no other', () => {
    const ids = Object.values(raw.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
    expect(operations.map(({ id }) => id)).toEqual(ids);
    const shown = paths.filter((path) => path.startsWith(`/docs/${name}/`));
    expect(shown).toEqual(operations.map(({ slug }) => `/docs/${name}/${slug}`));
  });

  test.each(operations.map((operation): [string, Operation] => [operation.id, operation]))(
    '%s shows every field, value and error of the document',
    async (_, operation) => {
      const html = await read(`/docs/${name}/${operation.slug}`);
      const ids = idsOf(html);
      const parameters = operation.parameters.map((parameter) => `request.${parameter.name}`);
      const fields = [...fieldIds(operation.body, 'request'), ...fieldIds(operation.answer.fields, 'answer')];
      expect([...parameters, ...fields].filter((id) => !ids.has(id))).toEqual([]);
      // Straight from the document, so that a fault in reading it shows.
      const described = raw.paths[operation.path]![operation.method]!;
      expect(ids.size).toBeGreaterThanOrEqual((described.parameters ?? []).length + fields.length);
      for (const { name: parameter } of described.parameters ?? []) expect(ids).toContain(`request.${parameter}`);
      const statuses = Object.keys(described.responses).filter((status) => Number(status) >= 400);
      expect([...new Set(operation.errors.map(({ status }) => String(status)))].sort()).toEqual(statuses.sort());
      for (const { code, status } of operation.errors) expect(html).toContain(`/docs/errors#${code}-${status}`);
      for (const header of Object.keys(described.responses[200]!.headers ?? {})) expect(html).toContain(header);
      expect(html).toContain(`${operation.method.toUpperCase()}</span> ${operation.path}`);
    },
  );

  test('fills nothing in that is optional: no Idempotency-Key, no date', async () => {
    for (const { slug, parameters } of operations) {
      const html = await read(`/docs/${name}/${slug}`);
      for (const { name: parameter } of parameters.filter(({ required }) => !required)) {
        const input = new RegExp(`<input[^>]*data-name="${parameter}"[^>]*>`).exec(html)?.[0] ?? '';
        expect(input).not.toContain('value=');
      }
    }
  });
});

test('v1 has three operations, and the download of a certificate is described in words', async () => {
  expect(Object.keys(DOCUMENTS.v1.paths).length).toBe(3);
  expect(await read('/docs/v1/generate-certificate')).toContain('GET</code> it without a key');
});

test.each(paths)('%s has nothing inline, one main heading, and links that lead somewhere', async (path) => {
  const response = await server.ask(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
  const html = await response.text();
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  expect(html.match(/<h1[\s>]/g)?.length).toBe(1);
  for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    if (/^https:/.test(address!)) continue;
    const [target, fragment] = address!.split('#') as [string, string?];
    const own = target === '' ? html : pages.get(target);
    if (own === undefined) expect([address, (await server.ask(target)).status]).toEqual([address, 200]);
    else if (fragment !== undefined)
      expect([address, idsOf(own).has(decodeURIComponent(fragment))]).toEqual([address, true]);
  }
});

test('a page is sent once: with its ETag the answer is 304', async () => {
  const first = await server.ask('/docs/v1/lookup-hts-codes');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const again = await server.ask('/docs/v1/lookup-hts-codes', {
    headers: { 'if-none-match': first.headers.get('etag')! },
  });
  expect([again.status, (await again.bytes()).length]).toEqual([304, 0]);
});

test('the addresses of the reference before it had pages lead to them', async () => {
  for (const name of ['v0', 'v1', 'v2']) {
    const response = await server.ask(`/docs?api=${name}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([301, `/docs/${name}`]);
  }
});

test('every page and heading is in the list that the search looks through', async () => {
  const list = await read('/docs/search');
  for (const path of paths) if (!['/docs', '/docs/search'].includes(path)) expect(list).toContain(`href="${path}"`);
  expect(list).toContain('/docs/errors#rate_limited-429');
});

describe('an address that does not exist', () => {
  const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test.each(['/nowhere', '/docs/nowhere', '/docs/v1/nowhere', '/%3Cscript%3E'])(
    '%s is a page for a browser',
    async (path) => {
      const response = await server.ask(path, { headers: BROWSER });
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(response.headers.get('content-security-policy')).toStartWith("default-src 'none'");
      expect(response.headers.get('x-request-id')).toStartWith('req_');
      const html = await response.text();
      expect(html).toContain('There is nothing at this address');
      expect(html).not.toContain('nowhere');
    },
  );

  test.each([
    ['a program', '/nowhere', {}],
    ['a program that takes anything', '/nowhere', { headers: { accept: '*/*' } }],
    ['a browser, below /api', '/api/v0/nowhere', { headers: BROWSER }],
    ['a form', '/nowhere', { method: 'POST', headers: BROWSER }],
  ])('is JSON for %s', async (_, path, init) => {
    const response = await server.ask(path, init);
    expect([response.status, (await response.json()).error]).toEqual([404, 'not_found']);
  });
});

test('there is an icon and a file for robots', async () => {
  for (const path of ['/favicon.ico', '/favicon.svg']) {
    expect((await server.ask(path)).headers.get('content-type')).toBe('image/svg+xml');
  }
  expect(await read('/robots.txt')).toContain('Disallow: /operator');
});

describe('the guide to certificates', () => {
  const rows = async () => {
    const guide = await Bun.file(join(root, 'docs/guides/certificates-from-an-erp.md')).text();
    const lines = Array.from(guide.matchAll(/^\| `([\w[\].]+)` \|[^|]+\|([^|]*)\|([^|]*)\|$/gm));
    return new Map(
      lines.map(([, field, required, element]) => [field!, { required: required!.trim(), element: element!.trim() }]),
    );
  };
  const leaves = (fields: readonly Field[], at = '', sure = true): [string, boolean][] =>
    fields.flatMap(({ name, type, required, fields: inner }) => {
      const path = at + name + (type === 'array of objects' ? '[]' : '');
      return inner.length > 0
        ? leaves(inner, `${path}.`, sure && required)
        : [[path, sure && required] as [string, boolean]];
    });

  test('explains every field of the request, and says which are required', async () => {
    const table = await rows();
    const fields = leaves(fieldsOf(GccRequestSchema as never, {}));
    expect([...table.keys()].sort()).toEqual(fields.map(([path]) => path).sort());
    for (const [path, required] of fields)
      expect([path, table.get(path)!.required === 'yes']).toEqual([path, required]);
  });

  test('says which fields are elements of 16 CFR 1110.11(a)', async () => {
    const least = {
      product_info: { name: 'n', model: 'm', date_of_manufacture: '2025-01-01', place_of_manufacture: 'p' },
      manufacturer: { name: 'n', address: 'a', contact_email: 'e@x.example' },
      testing_lab: { name: 'n', test_date: '2025-01-01' },
      cpsc_rules_cited: [],
      exclusions: [],
      certifier: {},
      records_contact: {},
      attestation: {},
    };
    const missing = evaluate(least).missing.map((pointer) => pointer.slice(1).replace('/', '.'));
    const optional = [...(await rows())].filter(([, { required, element }]) => required === '' && element !== '');
    expect(optional.map(([field]) => field).sort()).toEqual(missing.sort());
  });
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
