/** `/api/openapi.json`: v0 in OpenAPI 3.1, whose schemas are JSON Schema, so that TypeBox's stand in it as they are. */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { TSchema } from 'typebox';
import { commonComponents, type HeaderName, responsesOf } from '../../http/openapi/operation.ts';
import { named } from '../../http/openapi/v1-document.ts';
import { LICENCE } from '../licence.ts';
import { pixelSchemas } from '../v1/document.ts';
import { V0_OPERATIONS, type V0Operation } from './operations.ts';
import * as schemas from './schema.ts';

/** v0 is for looking, not for building on: it may change with notice (docs/versioning.md). */
const V0_VERSION = '0.1.0';
const LIMITED: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit'];

export function describeV0(contact: string): OpenAPIV3_1.Document {
  const paths: Record<string, object> = {};
  for (const operation of V0_OPERATIONS) paths[operation.path] = { [operation.method]: describe(operation) };
  const components = commonComponents(
    V0_OPERATIONS.map(({ text }) => text),
    contact,
    LIMITED,
    ['Cache-Control', 'ETag'],
  );
  const { ListingView, UpcomingChange, Explanation, ListSummary, ChangedListing, Change, PixelRule, Citation } =
    schemas;
  return named(
    {
      openapi: '3.1.0',
      info: {
        title: 'Portside v0',
        version: V0_VERSION,
        description:
          'The public interface: no key, open to browsers, limited for each address (an IPv6 address counts with its /64). ' +
          'For work that others depend on use v1, described at `/openapi.yaml`.',
        contact: { name: 'Support', email: contact },
        license: LICENCE,
      },
      servers: [{ url: '/', description: 'This server.' }],
      tags: [
        { name: 'tariff', description: 'Section 232 lists.' },
        { name: 'pixel', description: 'Storefront scans.' },
        { name: 'entry', description: 'Certificates of conformity.' },
      ],
      security: [],
      paths,
      components,
    } as unknown as OpenAPIV3_1.Document,
    {
      Explanation,
      ListingView,
      UpcomingChange,
      ListSummary,
      Change,
      ChangedListing,
      PixelRule,
      Citation,
      Verification: schemas.Verification,
      ...pixelSchemas,
    },
  );
}

function describe({ params, query, body, kept, unlimited, text }: V0Operation): object {
  const { operationId, tag, summary, description, examples = {} } = text;
  const always: HeaderName[] = ['Cache-Control', ...(kept ? ['ETag' as const] : []), ...(unlimited ? [] : LIMITED)];
  const shown = Object.entries(examples).map(([name, { summary, body: value }]) => [name, { summary, value }] as const);
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [...parameters('path', params, text), ...parameters('query', query, text)],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, examples: Object.fromEntries(shown) } },
      },
    }),
    responses: {
      ...responsesOf(text, always),
      ...(kept && { 304: { description: 'Not changed since the ETag that `If-None-Match` holds.' } }),
    },
  };
}

function parameters(where: 'path' | 'query', fields: TSchema | undefined, { examples = {} }: V0Operation['text']) {
  const { properties = {}, required = [] } = (fields ?? {}) as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const shown = Object.entries(examples).flatMap(([of, { summary, parameters = {} }]) =>
      name in parameters ? [[of, { summary, value: parameters[name] }] as const] : [],
    );
    const { description, ...rest } = schema;
    return {
      name,
      in: where,
      description,
      required: required.includes(name),
      schema: rest,
      ...(shown.length > 0 && { examples: Object.fromEntries(shown) }),
    };
  });
}
