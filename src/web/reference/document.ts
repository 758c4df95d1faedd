/** An OpenAPI document, 3.0 or 3.1, as what a reference page shows: operations with their fields, answers and errors. */
import { ERRORS, type ErrorCode } from '../../domain/errors.ts';
import { type Field, fieldsOf, type Schema, typeOf } from './fields.ts';

interface Parameter extends Field {
  in: 'path' | 'query' | 'header';
  /** A value that the first example uses. */
  example: string | undefined;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Operation {
  id: string;
  /** The last part of the page's address: `lookup-hts-codes`. */
  slug: string;
  method: Method;
  path: string;
  /** A request needs an API key. */
  withKey: boolean;
  tag: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  body: Field[];
  /** The first example of a body. */
  bodyExample: unknown;
  answer: {
    description: string;
    mediaTypes: string[];
    fields: Field[];
    headers: { name: string; description: string }[];
    example: unknown;
  };
  /** By status, ascending. */
  errors: { status: number; code: ErrorCode }[];
}

export interface ReferenceDocument {
  version: string;
  description: string;
  operations: Operation[];
}

/** The parts of OpenAPI that the documents use. */
interface Described {
  description?: string;
  examples?: Record<string, { value: unknown }>;
}
interface Content extends Described {
  schema: Schema;
}
interface Answer extends Described {
  $ref?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, Content>;
}
interface RawOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: (Described & { name: string; in: Parameter['in']; required?: boolean; schema: Schema })[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
}
export interface OpenApi {
  info: { title: string; version: string; description?: string };
  security?: object[];
  paths: Record<string, Record<string, RawOperation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Described>;
    responses: Record<string, Answer>;
  };
}

/** `lookupHtsCodes` becomes `lookup-hts-codes`. */
function slugOf(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function readDocument(document: OpenApi): ReferenceDocument {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => readOperation(document, path, method as Method, raw)),
  );
  const { version, description = '' } = document.info;
  return { version, description, operations };
}

function readOperation(document: OpenApi, path: string, method: Method, raw: RawOperation): Operation {
  const { schemas, headers } = document.components;
  const body = raw.requestBody?.content['application/json'];
  const answer = (raw.responses[200] ?? raw.responses[201] ?? raw.responses[202] ?? raw.responses[204])!;
  const answered = Object.values(answer.content ?? {})[0];
  return {
    id: raw.operationId,
    slug: slugOf(raw.operationId),
    method,
    path,
    withKey: (document.security ?? []).length > 0,
    tag: raw.tags[0]!,
    summary: raw.summary,
    description: raw.description,
    parameters: (raw.parameters ?? []).map(({ name, in: where, description = '', required = false, ...more }) => ({
      name,
      in: where,
      description,
      required,
      ...typeOf(more.schema, schemas),
      fields: [],
      example: (firstValue(more) ?? more.schema.examples?.[0]) as string | undefined,
    })),
    body: body ? fieldsOf(body.schema, schemas) : [],
    bodyExample: firstValue(body),
    answer: {
      description: answer.description ?? '',
      mediaTypes: Object.keys(answer.content ?? {}),
      fields: answered ? fieldsOf(answered.schema, schemas) : [],
      headers: Object.keys(answer.headers ?? {}).map((name) => ({
        name,
        description: headers[name]?.description ?? '',
      })),
      example: firstValue(answered),
    },
    errors: Object.entries(raw.responses).flatMap(([status, response]) =>
      codesOf(document, Number(status), response).map((code) => ({ status: Number(status), code })),
    ),
  };
}

/** The error codes that an answer may have: those that the shared answer of its status gives as examples. */
function codesOf({ components }: OpenApi, status: number, { $ref }: Answer): ErrorCode[] {
  const shared = $ref === undefined ? undefined : components.responses[$ref.split('/').at(-1)!];
  const codes = Object.keys(shared?.content?.['application/json']?.examples ?? {});
  // A 404 that is also a page is described in place, without examples.
  if (status === 404 && codes.length === 0) return ['not_found'];
  return codes.filter((code): code is ErrorCode => Object.hasOwn(ERRORS, code));
}

function firstValue(described: Described | undefined): unknown {
  return Object.values(described?.examples ?? {})[0]?.value;
}
