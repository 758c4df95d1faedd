/** OpenAPI documents from operations. */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { TSchema } from 'typebox';
import type { DescribedOperation } from '../operation.ts';
import { referenceNamedSchemas } from './named-schemas.ts';
import {
  commonComponents,
  FILE,
  type HeaderName,
  LIMIT_HEADERS,
  type OperationText,
  responsesOf,
  type StatusTexts,
} from './operation-text.ts';

export interface DocumentParts {
  /** In the order of the document. */
  operations: readonly DescribedOperation[];
  title: string;
  version: string;
  description: string;
  /** Email address of support. */
  contact: string;
  /** Tags with what each is about. */
  tags: Readonly<Record<string, string>>;
  /** Schemas that get a name in the document. */
  schemas: Record<string, object>;
  /** Descriptions of statuses that differ in this document. */
  statuses?: StatusTexts;
}

/** An OpenAPI 3.1 document. Its schemas are JSON Schema, so TypeBox schemas are used unchanged. */
export function jsonSchemaDocument(parts: DocumentParts): OpenAPIV3_1.Document {
  const { components, ...frame } = frameOf(parts);
  const paths: Record<string, object> = Object.create(null);
  for (const operation of parts.operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  const document = { openapi: '3.1.0', ...frame, paths, components };
  return referenceNamedSchemas(document as unknown as OpenAPIV3_1.Document, parts.schemas);
}

/** Everything but `openapi` and `paths`. */
export function frameOf({ operations, title, version, description, contact, tags, statuses }: DocumentParts) {
  const isKeyed = operations.some(({ product }) => product);
  const always = new Set(operations.flatMap(successHeaders));
  const bearer = { type: 'http', scheme: 'bearer', description: 'An API key: `svc_` and 24 characters.' };
  const texts = operations.map(({ text }) => text);
  return {
    info: {
      title,
      version,
      description,
      contact: { name: 'Support', email: contact },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: isKeyed ? [{ bearer: [] }] : [],
    components: {
      ...(isKeyed && { securitySchemes: { bearer } }),
      ...commonComponents(texts, contact, [...always], statuses),
    },
  };
}

/** The headers that every success of an operation has. */
export function successHeaders({ product, addressLimit, cached }: DescribedOperation): HeaderName[] {
  return ['Cache-Control', ...(cached ? (['ETag'] as const) : []), ...(product || addressLimit ? LIMIT_HEADERS : [])];
}

/** The examples of the body of a request. */
export function requestExamples({ examples = {} }: OperationText) {
  return Object.fromEntries(
    Object.entries(examples).map(([name, { summary, body }]) => [name, { summary, value: body }]),
  );
}

function describe(operation: DescribedOperation): object {
  const { params, query, headers, body, upload, cached, text } = operation;
  const { operationId, tag, summary, description } = text;
  const files = (upload?.mediaTypes ?? []).filter((type) => type !== 'application/json');
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...parameters('path', params, text),
      ...parameters('query', query, text),
      ...parameters('header', headers, text),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: body, examples: requestExamples(text) },
          ...Object.fromEntries(files.map((type) => [type, { schema: FILE }])),
        },
      },
    }),
    responses: {
      ...responsesOf(text, successHeaders(operation)),
      ...(cached && { 304: { description: 'Not changed since the ETag that `If-None-Match` holds.' } }),
    },
  };
}

function parameters(where: 'path' | 'query' | 'header', fields: TSchema | undefined, { examples = {} }: OperationText) {
  const { properties = {}, required = [] } = (fields ?? {}) as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const values = Object.entries(examples).flatMap(([example, { summary, parameters = {} }]) =>
      Object.hasOwn(parameters, name) ? [[example, { summary, value: parameters[name] }] as const] : [],
    );
    const { description, ...rest } = schema;
    return {
      name,
      in: where,
      description,
      required: required.includes(name),
      schema: rest,
      ...(values.length > 0 && { examples: Object.fromEntries(values) }),
    };
  });
}
