/** The server does what both OpenAPI documents say. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { root } from '../../test/support/paths.ts';
import { fileableBody } from '../../test/support/registry-requests.ts';
import { startServer } from '../../test/support/server.ts';
import { ERRORS } from '../domain/errors.ts';
import type { Example } from '../http/openapi/operation-text.ts';
import { keyedOperations } from '../http/operation-routes.ts';
import { v0Json, v1Yaml, v2Json } from './documents.ts';
import { V0_OPERATIONS } from './v0/routes.ts';
import { GccResponseSchema } from './v1/certificates/schema.ts';
import { V1_OPERATIONS } from './v1/routes.ts';
import { V2_OPERATIONS } from './v2/routes.ts';

const CONTACT = 'support@portside.invalid';

const server = await startServer({ key_rotation: 'on' });
const key = await server.key('all');

describe('the golden documents', () => {
  test.each([
    ['v1', 'openapi-v1.yaml', () => v1Yaml(CONTACT)],
    ['v2', 'openapi-v2.json', async () => `${v2Json(CONTACT)}\n`],
    ['v0', 'openapi-v0.json', async () => `${v0Json(CONTACT)}\n`],
  ] as const)('%s equals test/golden/%s (`portside openapi` prints the new one)', async (_name, file, write) => {
    expect(await write()).toBe(await Bun.file(join(root, 'test/golden', file)).text());
  });
});

describe('v1', () => {
  const read = async () => Bun.YAML.parse(await (await fetch(`${server.app.url}/openapi.yaml`)).text());

  test('is OpenAPI 3.0.3 with the contract version and exactly three POST operations', async () => {
    const document = (await read()) as OpenAPIV3.Document;
    expect([document.openapi, document.info.version]).toEqual(['3.0.3', '1.0.0-beta']);
    expect(document.security).toEqual([{ bearer: [] }]);
    const operations = Object.entries(document.paths).map(([path, item]) => [path, Object.keys(item!)]);
    expect(operations).toEqual([
      ['/api/v1/tariff/hts/lookup', ['post']],
      ['/api/v1/pixel/scan', ['post']],
      ['/api/v1/entry/gcc/generate', ['post']],
    ]);
    for (const { path, text } of V1_OPERATIONS) {
      const operation = document.paths[path]!.post!;
      expect(operation.operationId).toBe(text.operationId);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '401', '403', '405', '413', '415', '429', '500', '503']),
      );
      expect(Object.keys((operation.requestBody as OpenAPIV3.RequestBodyObject).content)).toEqual(['application/json']);
    }
  });

  test('has no value that YAML 1.1 would read as a date or a number', async () => {
    const yaml = await v1Yaml(CONTACT);
    expect(yaml).not.toMatch(/: \d{4}-\d\d-\d\d$/m);
    expect(Bun.YAML.parse(yaml)).toEqual(await read());
  });

  test('is answered with 304 if the ETag is known', async () => {
    const first = await fetch(`${server.app.url}/openapi.yaml`);
    expect(first.headers.get('content-type')).toBe('application/yaml');
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await fetch(`${server.app.url}/openapi.yaml`, {
      headers: { 'if-none-match': first.headers.get('etag')! },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  const examples = V1_OPERATIONS.flatMap(({ path, text }) =>
    Object.entries(text.examples ?? {}).map(([name, example]) => [name, path, text.answer.schema, example] as const),
  );
  test.each(examples)('example %s of %s happens as documented', async (_name, path, schema, example: Example) => {
    const query = example.parameters ? `?${new URLSearchParams(example.parameters)}` : '';
    const response = await server.post(path + query, example.body, key);
    expect(response.status).toBe(200);
    const answer = await response.json();
    expect([...Value.Errors(schema as TSchema, answer)]).toEqual([]);
    if (schema === GccResponseSchema) {
      expect(Object.keys(answer)).toEqual(Object.keys(example.answer as object));
      expect((await fetch(answer.gcc_pdf_url)).headers.get('content-type')).toBe('application/pdf');
    } else expect(answer).toEqual(example.answer);
  });
});

/** The id of a new certificate that can be filed: its code is one that was read. */
async function fileableId(): Promise<string> {
  const body = JSON.parse(JSON.stringify(fileableBody()).replaceAll('part 1203', 'part 1201'));
  return ((await (await server.post('/api/v2/entry/certificates', body, key)).json()) as { id: string }).id;
}

/** The id that examples give a certificate. */
const EXAMPLE_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

describe('v2', () => {
  let made = '';
  const read = async () =>
    (await (await fetch(`${server.app.url}/api/v2/openapi.json`)).json()) as OpenAPIV3_1.Document;

  test('is OpenAPI 3.1, marked as a preview, and describes every operation that needs a key', async () => {
    const document = await read();
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '2.0.0-preview.9']);
    expect(document.security).toEqual([{ bearer: [] }]);
    const described = Object.entries(document.paths!).flatMap(([path, item]) =>
      Object.keys(item!).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(V2_OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
    const routes = (await server.app.routes())
      .filter(({ path }) => path.startsWith('/api/v2/') && path !== '/api/v2/openapi.json')
      .map(({ method, path }) => `${method.toLowerCase()} ${path}`);
    expect(routes.sort()).toEqual(
      keyedOperations(V2_OPERATIONS)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
  });

  test('no schema of a request allows a field that it does not describe', () => {
    const check = (schema: { properties?: object; items?: object; additionalProperties?: boolean }): void => {
      if (schema.properties) expect(schema.additionalProperties).toBe(false);
      for (const part of [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])])
        check(part);
    };
    for (const { body } of V2_OPERATIONS) if (body) check(body);
  });

  const examples = V2_OPERATIONS.flatMap((operation) =>
    Object.entries(operation.text.examples ?? {}).map(
      ([name, example]) => [name, operation.path, operation, example] as const,
    ),
  );
  test.each(examples)(
    'example %s of %s happens as documented',
    async (_name, path, { method, text }, example: Example) => {
      if (text.operationId === 'writeRegistryEnvelope') made = await fileableId();
      // Of what the example of the latest operation that creates something made.
      const address = path.replace('{id}', made).replace('{alternate_id}', 'FACTORY-12');
      const response =
        method === 'post'
          ? await server.post(address, JSON.parse(JSON.stringify(example.body).replaceAll(EXAMPLE_ID, made)), key)
          : await fetch(`${server.app.url}${address}?${new URLSearchParams(example.parameters)}`, {
              method: method.toUpperCase(),
              headers: {
                authorization: `Bearer ${key}`,
                ...(example.body !== undefined && { 'content-type': 'application/json' }),
              },
              ...(example.body !== undefined && { body: JSON.stringify(example.body) }),
            });
      expect(response.status).toBe(text.answer.status ?? 200);
      const answer = await response.json();
      expect([...Value.Errors(text.answer.schema as TSchema, answer)]).toEqual([]);
      if (example.answer !== undefined) expect(answer).toEqual(example.answer);
      if (text.operationId.startsWith('create')) made = answer.id;
    },
  );
});

describe('v0', () => {
  const read = async () => (await (await fetch(`${server.app.url}/api/openapi.json`)).json()) as OpenAPIV3_1.Document;

  test('is OpenAPI 3.1 and describes every operation once', async () => {
    const document = await read();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths!)).toEqual(V0_OPERATIONS.map(({ path }) => path));
  });

  const requests: Record<string, string> = {
    listTariffLists: '/api/v0/tariff/lists',
    downloadTariffListJson: '/api/v0/tariff/lists/note-16c.json',
    readTariffHistory: '/api/v0/tariff/hts/8708/history',
    listTariffChapters: '/api/v0/tariff/schedule',
    browseTariffSchedule: '/api/v0/tariff/schedule/7326.90',
    listPixelRules: '/api/v0/pixel/rules',
    searchCitations: '/api/v0/entry/citations',
    explainHtsCode: '/api/v0/tariff/hts/7317.00.3000?as_of=2026-11-20',
    listTariffChanges: '/api/v0/tariff/changes?from=2026-04-05&to=2026-06-08',
  };
  test.each(Object.entries(requests))('the answer of %s has the shape of its schema', async (id, path) => {
    const { text } = V0_OPERATIONS.find((operation) => operation.text.operationId === id)!;
    const answer = await (await fetch(server.app.url + path)).json();
    expect([...Value.Errors(text.answer.schema as TSchema, answer)]).toEqual([]);
  });

  // The id of a certificate differs each time; the tests of the verify page cover its answer.
  const examples = V0_OPERATIONS.filter(({ text }) => text.operationId !== 'verifyCertificate').flatMap((operation) =>
    Object.entries(operation.text.examples ?? {}).map(
      ([name, example]) => [name, operation, example as Example] as const,
    ),
  );
  test.each(examples)('example %s happens as documented', async (_name, { path, method }, example) => {
    const query = new URLSearchParams(example.parameters);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = query.get(name)!;
      query.delete(name);
      return encodeURIComponent(value);
    });
    const response =
      method === 'post' ? await server.post(filled, example.body) : await fetch(`${server.app.url}${filled}?${query}`);
    if (example.answer === undefined) {
      expect([response.status, (await response.text()).length > 0]).toEqual([200, true]);
    } else expect([response.status, await response.json()]).toEqual([200, example.answer]);
  });
});

test('every error example has the message of its code', async () => {
  const document = Bun.YAML.parse(await v1Yaml(CONTACT)) as OpenAPIV3.Document;
  for (const [name, response] of Object.entries(document.components!.responses!)) {
    const { examples } = (response as OpenAPIV3.ResponseObject).content!['application/json']!;
    for (const [code, example] of Object.entries(examples!)) {
      const { value } = example as OpenAPIV3.ExampleObject;
      expect([name, value]).toMatchObject([name, { error: code, message: ERRORS[code as keyof typeof ERRORS] }]);
    }
  }
});
