/**
 * Builds the v1 OpenAPI document with Elysia's Swagger plugin, from the same hooks that the live routes use. The plugin has a
 * successor under another name; only this file uses it. It runs in a separate application that listens on no port, so its
 * page, which loads a viewer from a CDN, is never served.
 */
import { Elysia } from 'elysia';
import type { OpenAPIV3 } from 'openapi-types';
import type { TSchema } from 'typebox';
import type { StandardSchema } from '../standard-schema.ts';
import { referenceNamedSchemas } from './named-schemas.ts';
import { commonComponents, LIMIT_HEADERS, type OperationText, responsesOf } from './operation.ts';

/** A v1 operation. The live route is registered with `hook`, and the document is generated from it. */
export interface V1Operation {
  path: string;
  hook: { parse: 'json'; body: TSchema & StandardSchema<unknown>; query?: TSchema & StandardSchema<unknown> };
  /** Request headers that the handler reads. Documented, but not validated. */
  headers?: TSchema;
  text: OperationText;
}

export interface V1DocumentParts {
  operations: readonly V1Operation[];
  /** Schemas that get a name in the document. */
  schemas: Record<string, object>;
  info: OpenAPIV3.InfoObject;
  tags: OpenAPIV3.TagObject[];
  contact: string;
}

export async function v1Document({
  operations,
  schemas,
  info,
  tags,
  contact,
}: V1DocumentParts): Promise<OpenAPIV3.Document> {
  // Loaded at the first request for the document, to keep the start fast.
  const { swagger } = await import('@elysiajs/swagger');
  const texts = operations.map(({ text }) => text);
  const components = commonComponents(texts, contact, LIMIT_HEADERS, ['Cache-Control']);
  const app = new Elysia();
  for (const { path, hook, headers, text } of operations) {
    const { operationId, summary, description, tag } = text;
    const responses = responsesOf(text, ['Cache-Control', ...LIMIT_HEADERS]);
    const detail = { operationId, summary, description, tags: [tag], responses };
    app.post(path, () => undefined, { ...hook, headers, detail } as object);
  }
  const security = [{ bearer: [] }];
  const documentation = {
    info,
    servers: [{ url: '/', description: 'This server.' }],
    tags,
    security,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key: `svc_` and 24 characters.' },
      },
      ...components,
    },
  } as unknown as Partial<OpenAPIV3.Document>;
  app.use(swagger({ path: '/page', specPath: '/document', documentation } as Parameters<typeof swagger>[0]));
  const response = await app.handle(new Request('http://localhost/document'));
  const document = asOpenApi30(await response.json()) as OpenAPIV3.Document;
  for (const { path, text } of operations) addRequestExamples(document, path, text);
  const { components: shared, ...rest } = document;
  return referenceNamedSchemas({ ...rest, components: shared }, asOpenApi30(schemas) as Record<string, object>);
}

/** Adds the examples of a request body. The plugin documents only its schema. */
function addRequestExamples(document: OpenAPIV3.Document, path: string, { examples = {} }: OperationText): void {
  const body = document.paths[path]!.post!.requestBody as OpenAPIV3.RequestBodyObject;
  const values = Object.entries(examples).map(
    ([name, { summary, body: value }]) => [name, { summary, value }] as const,
  );
  body.content['application/json']!.examples = Object.fromEntries(values);
}

/** Converts JSON Schema 2020-12 to OpenAPI 3.0: one `example` instead of `examples`, and `enum` instead of `const`. */
function asOpenApi30(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asOpenApi30);
  if (typeof value !== 'object' || value === null) return value;
  const changed: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    if (key === 'examples' && Array.isArray(part)) changed.example = part[0];
    else if (key === 'const') changed.enum = [part];
    else if (part !== undefined) changed[key] = asOpenApi30(part);
  }
  return changed;
}
