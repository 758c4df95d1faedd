/**
 * Makes an OpenAPI 3.0 document with Elysia's Swagger plugin, from the routes that serve. The plugin has a successor under another
 * name; only this file uses it. It is not part of the application that serves, so its page, which loads a viewer from a CDN, never is.
 */
import { swagger } from '@elysiajs/swagger';
import { type AnyElysia, Elysia } from 'elysia';
import type { OpenAPIV3 } from 'openapi-types';
import type { DescribedOperation } from '../operation.ts';
import { type DocumentParts, frameOf, requestExamples, successHeaders } from './document.ts';
import { referenceNamedSchemas } from './named-schemas.ts';
import { responsesOf } from './operation-text.ts';

/** The detail of a route that the plugin reads besides its schemas. */
export function routeDetail(operation: DescribedOperation) {
  const { operationId, summary, description, tag } = operation.text;
  const responses = responsesOf(operation.text, successHeaders(operation));
  return { operationId, summary, description, tags: [tag], responses };
}

/** @param routes of `parts.operations`, each with its `routeDetail` */
export async function swaggerDocument(parts: DocumentParts, routes: AnyElysia): Promise<OpenAPIV3.Document> {
  const options = { path: '/page', specPath: '/document', documentation: frameOf(parts) };
  const app = new Elysia().use(routes).use(swagger(options as unknown as Parameters<typeof swagger>[0]));
  const { components, ...rest } = await (await app.handle(new Request('http://localhost/document'))).json();
  const document = { ...rest, components };
  // The plugin documents only the schema of a body.
  for (const { path, method, text } of parts.operations) {
    document.paths[path][method].requestBody.content['application/json'].examples = requestExamples(text);
  }
  return asOpenApi30(referenceNamedSchemas(document, parts.schemas)) as OpenAPIV3.Document;
}

/** Converts JSON Schema 2020-12 to OpenAPI 3.0: one `example` instead of `examples`, and `enum` instead of `const`. */
function asOpenApi30(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asOpenApi30);
  if (typeof value !== 'object' || value === null) return value;
  const changed: Record<string, unknown> = Object.create(null);
  for (const [key, part] of Object.entries(value)) {
    if (key === 'examples' && Array.isArray(part)) changed.example = part[0];
    else if (key === 'const') changed.enum = [part];
    else if (part !== undefined) changed[key] = asOpenApi30(part);
  }
  return changed;
}
