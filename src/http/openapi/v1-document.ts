/**
 * The v1 document, written by the OpenAPI plugin from the very routes that answer. The plugin is known here and nowhere
 * else: it has a successor under another name, and the change is this file. Its page, which loads a viewer from a CDN, is
 * not served, and neither is its address: it runs in an application of its own that nothing listens to.
 */
import { Elysia } from 'elysia';
import type { OpenAPIV3 } from 'openapi-types';
import type { TSchema } from 'typebox';
import type { StandardSchema } from '../schema.ts';
import { commonComponents, LIMIT_HEADERS, type OperationText, responsesOf } from './operation.ts';

/** A v1 operation. `hook` is what the live route is registered with, and what the document is generated from. */
export interface V1Operation {
  path: string;
  hook: { parse: 'json'; body: TSchema & StandardSchema<unknown>; query?: TSchema & StandardSchema<unknown> };
  /** Request headers that the handler reads; documented only. */
  headers?: TSchema;
  text: OperationText;
}

export interface V1Parts {
  operations: readonly V1Operation[];
  /** Schemas that are to be known by a name wherever they occur. */
  schemas: Record<string, object>;
  info: OpenAPIV3.InfoObject;
  tags: OpenAPIV3.TagObject[];
  contact: string;
}

export async function v1Document({ operations, schemas, info, tags, contact }: V1Parts): Promise<OpenAPIV3.Document> {
  // Loaded when first asked for: whoever starts a server waits for neither.
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
  return named({ ...rest, components: shared }, asOpenApi30(schemas) as Record<string, object>);
}

/** The plugin writes the request body from its schema alone. */
function addRequestExamples(document: OpenAPIV3.Document, path: string, { examples = {} }: OperationText): void {
  const body = document.paths[path]!.post!.requestBody as OpenAPIV3.RequestBodyObject;
  const values = Object.entries(examples).map(
    ([name, { summary, body: value }]) => [name, { summary, value }] as const,
  );
  body.content['application/json']!.examples = Object.fromEntries(values);
}

/** JSON Schema of 2020 in the dialect of OpenAPI 3.0: one `example` for a list of them, an `enum` for a constant. */
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

/** Puts named schemas under `components` and refers to them wherever they stand, so that generated clients have types to name. */
export function named<T extends { components?: object }>(document: T, schemas: Record<string, object>): T {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  const refer = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(refer);
    if (typeof value !== 'object' || value === null) return value;
    const name = names.get(JSON.stringify(value));
    return name ? { $ref: `#/components/schemas/${name}` } : inside(value);
  };
  const inside = (value: object) => Object.fromEntries(Object.entries(value).map(([key, part]) => [key, refer(part)]));
  const referring = inside(document) as T & { components: { schemas?: object } };
  const own = Object.entries(schemas).map(([name, schema]) => [name, inside(schema)] as const);
  referring.components.schemas = { ...referring.components.schemas, ...Object.fromEntries(own) };
  return referring;
}
