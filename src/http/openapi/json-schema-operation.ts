/** One operation of an OpenAPI 3.1 document. Its schemas are JSON Schema, so TypeBox schemas are used unchanged. */
import type { TSchema } from 'typebox';
import type { Upload } from '../keyed-routes.ts';
import { FILE, type HeaderName, type OperationText, responsesOf } from './operation.ts';

export interface JsonSchemaOperation {
  params?: TSchema;
  query?: TSchema;
  headers?: TSchema;
  body?: TSchema;
  /** Files that can be sent in place of JSON. */
  upload?: Pick<Upload, 'mediaTypes'>;
  text: OperationText;
}

/** @param always headers that every success has */
export function describeOperation(
  { params, query, headers, body, upload, text }: JsonSchemaOperation,
  always: readonly HeaderName[],
) {
  const { operationId, tag, summary, description, examples = {} } = text;
  const bodies = Object.entries(examples).map(
    ([name, { summary, body: value }]) => [name, { summary, value }] as const,
  );
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
          'application/json': { schema: body, examples: Object.fromEntries(bodies) },
          ...Object.fromEntries(files.map((type) => [type, { schema: FILE }])),
        },
      },
    }),
    responses: responsesOf(text, always),
  };
}

function parameters(where: 'path' | 'query' | 'header', fields: TSchema | undefined, { examples = {} }: OperationText) {
  const { properties = {}, required = [] } = (fields ?? {}) as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const values = Object.entries(examples).flatMap(([example, { summary, parameters = {} }]) =>
      name in parameters ? [[example, { summary, value: parameters[name] }] as const] : [],
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
