/**
 * The documentation of an operation apart from its request schemas, and what all operations share: headers, error responses,
 * examples. Every OpenAPI document is built from these, so that none can omit a status.
 */
import type { OpenAPIV3 } from 'openapi-types';
import { ERRORS, type ErrorCode } from '../../domain/errors.ts';
import { ERROR_STATUS } from '../error-response.ts';

/** A request and its response. A test sends the request and compares the response. */
export interface Example {
  summary: string;
  /** Values of the path, query and header parameters. */
  parameters?: Record<string, string>;
  body?: unknown;
  answer?: unknown;
}

export interface OperationText {
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  /** The response of a request that succeeds. Only a test validates responses against the schema; the running server does not. */
  answer: {
    /** 200 if absent. 204 has no content. */
    status?: 200 | 201 | 202 | 204;
    description: string;
    schema: object;
    mediaType?: string;
    /** Media types of the same content as a file. */
    files?: readonly string[];
    headers?: HeaderName[];
    /** Set if the 200 and the 404 are also served as an HTML page. */
    page?: true;
    /** The 200 of a request that only asks what the operation would do. */
    dryRun?: { description: string; schema: object };
  };
  /** Every error that this operation can return. */
  errors: readonly ErrorCode[];
  examples?: Record<string, Example>;
}

/** The errors of every operation that needs a key and takes no body. Each operation adds its own. */
export const KEYED_READ_ERRORS = [
  'unauthorized',
  'scope',
  'beta',
  'method_not_allowed',
  'rate_limited',
  'unavailable',
  'internal',
] as const satisfies ErrorCode[];

/** The errors of every operation that needs a key and takes a body. */
export const KEYED_BODY_ERRORS = [
  'unauthorized',
  'scope',
  'beta',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_json',
  'invalid_request',
  'rate_limited',
  'unavailable',
  'internal',
] as const satisfies ErrorCode[];

/** The headers of every response after the rate limit was checked. */
export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const satisfies HeaderName[];

const text = { type: 'string' } as const;
const seconds = { type: 'integer', minimum: 0 } as const;

const HEADERS = {
  'X-Request-Id': { description: 'Names this request. Quote it when you ask for help.', required: true, schema: text },
  'Cache-Control': { description: 'How long this answer may be kept, and by whom (RFC 9111).', schema: text },
  ETag: { description: 'Send it back as `If-None-Match` to be told 304 while nothing changed.', schema: text },
  'RateLimit-Policy': {
    description: 'The limits: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    schema: text,
    example: '"minute";q=100;w=60, "day";q=10000;w=86400',
  },
  RateLimit: {
    description: 'What is left: `r` requests, and `t` seconds until there are more.',
    schema: text,
    example: '"minute";r=99;t=60, "day";r=9999;t=43200',
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: seconds },
  'x-should-retry': {
    description: '`false` when the day is spent: do not retry.',
    schema: { ...text, enum: ['false'] },
  },
  'WWW-Authenticate': { description: 'The challenge of RFC 6750, section 3.', schema: text },
  Allow: { description: 'The methods this address answers.', schema: text },
  'X-Tariff-List': { description: 'The derivative list that was in force.', schema: text, example: 'note-16c' },
  'X-Tariff-List-Version': { description: 'The version of that list.', schema: text },
  'X-Tariff-As-Of': { description: 'The day the answer is for, New York time.', schema: { ...text, format: 'date' } },
  'X-Tariff-Law-Read-To': {
    description: 'The last day whose law was read. Newer law is not in the answer.',
    schema: { ...text, format: 'date' },
  },
  Age: { description: 'Seconds since the page was fetched.', schema: seconds },
  'X-Cache': {
    description: '`HIT`: remembered. `MISS`: fetched. `SHARED`: joined a fetch under way. `BYPASS`: fetched as asked.',
    schema: { ...text, enum: ['HIT', 'MISS', 'SHARED', 'BYPASS'] },
  },
  'X-Ignored-Fields': {
    description:
      'JSON pointers of up to ten fields of the request that are unknown and were ignored; `...` if there are more. ' +
      'Characters other than printable ASCII are percent-encoded.',
    schema: text,
    example: '/certifier/adress, /records_contract',
  },
  'X-Certificate-Missing': {
    description:
      'JSON pointers of the items of 16 CFR part 1110 that the request does not state, so that the certificate is marked as ' +
      'incomplete. Absent on a complete certificate.',
    schema: text,
    example: '/cpsc_rules_cited, /attestation',
  },
  'X-Certificate-Status': {
    description: 'Sent if the certificate is no longer in effect: do not rely on it.',
    schema: { ...text, enum: ['superseded', 'revoked'] },
  },
  'X-Inferred-Citation-Codes': {
    description:
      'Citation codes of the envelope that no document of CPSC confirms: they follow from the number in the CFR. Absent if there are none.',
    schema: text,
    example: '1203, 1512',
  },
  'X-Left-Out': {
    description:
      'JSON pointers of what the request states and the envelope has no place for. Absent if there is nothing.',
    schema: text,
    example: '/records_contact/name, /records_contact/email',
  },
  'X-New-Parties': {
    description:
      'Keys of the parties that the envelope tells the registry to make. Send those that it has already as `known_parties`. Absent if ' +
      'there are none.',
    schema: text,
    example: 'F-MTY, P-2ZQ4Y7NB6TJ3M5XR7K2H4WUVAC',
  },
  Location: { description: 'Address of what was made.', schema: { ...text, format: 'uri-reference' } },
  'Content-Disposition': { description: 'The name to save the file under.', schema: text },
} satisfies Record<string, OpenAPIV3.HeaderObject>;

export type HeaderName = keyof typeof HEADERS;

/** The body of every error. */
const ErrorEnvelope = {
  type: 'object',
  description: 'Every error of every address has this shape. docs/errors.md says what to do about each code.',
  required: ['error', 'message', 'contact'],
  properties: {
    error: { type: 'string', enum: Object.keys(ERRORS), description: 'What happened: one of a closed set.' },
    message: { type: 'string', description: 'The same for a person to read; its wording may change.' },
    contact: { type: 'string', description: 'Whom to ask.' },
    details: {
      type: 'array',
      description: 'With `invalid_request` only: every fault that was found, at most 100. No value is repeated.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'JSON pointer (RFC 6901) to the faulty value.' },
          message: { type: 'string', description: 'What is expected there.' },
        },
      },
    },
  },
} as const;

const STATUSES: Record<number, { name: string; description: string; headers?: HeaderName[] }> = {
  400: { name: 'BadRequest', description: 'The body is not JSON.' },
  401: { name: 'Unauthorized', description: 'No key, or none that is valid.', headers: ['WWW-Authenticate'] },
  403: {
    name: 'Forbidden',
    description: 'The key is valid and does not open this: another product, or not in the beta.',
    headers: ['WWW-Authenticate'],
  },
  404: { name: 'NotFound', description: 'Nothing is here.' },
  405: { name: 'MethodNotAllowed', description: 'Another method than the one described.', headers: ['Allow'] },
  409: {
    name: 'Conflict',
    description:
      'What is on record contradicts the request: the idempotency key was used with another body, or the certificate was revoked.',
  },
  413: { name: 'PayloadTooLarge', description: 'The body is over 256 kB.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is not sent as `application/json`.' },
  422: { name: 'InvalidRequest', description: 'The request is understood and wrong; `details` says where.' },
  429: {
    name: 'RateLimited',
    description: 'The limit is spent.',
    headers: ['Retry-After', 'x-should-retry'],
  },
  500: { name: 'Internal', description: 'Something failed on our side.' },
  502: { name: 'UpstreamFailed', description: 'The storefront could not be fetched.' },
  503: {
    name: 'Unavailable',
    description: 'The service cannot take this now; nothing was done.',
    headers: ['Retry-After'],
  },
  504: { name: 'UpstreamTimeout', description: 'The storefront did not answer in time.' },
};

/**
 * The `responses` of an operation: its success, and a reference for each error.
 * @param always headers that every success has
 */
export function responsesOf({ answer, errors, examples }: OperationText, always: readonly HeaderName[]) {
  const { status: succeeded = 200, description, schema, mediaType = 'application/json', headers = [], page } = answer;
  const { dryRun } = answer;
  const files = Object.fromEntries((answer.files ?? []).map((type) => [type, { schema: FILE }]));
  const shown = Object.entries(examples ?? {}).filter(([, example]) => example.answer !== undefined);
  const values = shown.map(([name, { summary, answer: value }]) => [name, { summary, value }] as const);
  const content = { schema, ...(values.length > 0 && { examples: Object.fromEntries(values) }) };
  const responses: Record<string, object> = {
    [succeeded]: {
      description,
      headers: headerReferences([...always, ...headers]),
      ...(succeeded !== 204 && { content: { [mediaType]: content, ...files, ...(page && PAGE) } }),
    },
  };
  if (dryRun) {
    responses[200] = {
      description: dryRun.description,
      headers: headerReferences(always),
      content: { 'application/json': { schema: dryRun.schema } },
    };
  }
  for (const status of new Set(errors.map((code) => ERROR_STATUS[code]))) {
    responses[status] = { $ref: `#/components/responses/${STATUSES[status]!.name}` };
  }
  if (page) {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } }, ...PAGE };
    responses[404] = { description: STATUSES[404]!.description, headers: headerReferences([]), content };
  }
  return responses;
}

/** A file in a request or a response. */
export const FILE = { type: 'string', format: 'binary' } as const;

const PAGE = { 'text/html': { schema: { type: 'string' } } };

/** A description of a status that differs from the usual one. */
export type StatusTexts = Readonly<Record<number, { description: string; headers?: HeaderName[] }>>;

/**
 * The `components` of a document: its error responses, and the headers it uses.
 * @param more further headers of a 200
 */
export function commonComponents(
  texts: readonly OperationText[],
  contact: string,
  more: readonly HeaderName[],
  statuses: StatusTexts = {},
) {
  const responses: Record<string, object> = Object.create(null);
  const codes = new Set(texts.flatMap(({ errors }) => errors));
  const used = new Set<HeaderName>(['X-Request-Id', ...LIMIT_HEADERS, ...more]);
  for (const { answer } of texts) for (const name of answer.headers ?? []) used.add(name);
  for (const status of new Set([...codes].map((code) => ERROR_STATUS[code]).sort())) {
    const { name, description, headers = [] } = { ...STATUSES[status]!, ...statuses[status] };
    for (const header of headers) used.add(header);
    const here = [...codes].filter((code) => ERROR_STATUS[code] === status);
    const examples = here.map((code) => [code, { summary: code, value: errorExample(code, contact) }] as const);
    responses[name] = {
      description,
      headers: headerReferences([...(STATUSES_WITH_LIMITS.has(status) ? LIMIT_HEADERS : []), ...headers]),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ErrorEnvelope' },
          examples: Object.fromEntries(examples),
        },
      },
    };
  }
  const headers = Object.fromEntries(Object.entries(HEADERS).filter(([name]) => used.has(name as HeaderName)));
  return { responses, headers, schemas: { ErrorEnvelope } };
}

/** Statuses that are sent after the rate limit was checked, so that they have its headers. */
const STATUSES_WITH_LIMITS: ReadonlySet<number> = new Set([400, 403, 409, 415, 422, 429, 502, 504]);

function headerReferences(names: readonly HeaderName[]) {
  return Object.fromEntries(
    ['X-Request-Id' as const, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function errorExample(code: ErrorCode, contact: string): object {
  const example = { error: code, message: ERRORS[code], contact };
  if (code !== 'invalid_request') return example;
  return { ...example, details: [{ path: '/codes', message: 'is required' }] };
}
