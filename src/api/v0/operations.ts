/** The v0 operations as their document describes them. Paths are in the spelling of OpenAPI. */
import type { TSchema } from 'typebox';
import type { ErrorCode } from '../../domain/errors.ts';
import type { OperationText } from '../../http/openapi/operation.ts';
import { SCAN_EXAMPLES, ScanRequest, ScanResponse } from '../v1/pixel-scan/schema.ts';
import {
  ChangesAnswer,
  ChangesQuery,
  Citations,
  CitationsQuery,
  CodeParams,
  Explanation,
  ListFile,
  ListParams,
  Lists,
  LookupQuery,
  PixelRules,
  Verification,
  VerifyParams,
} from './schema.ts';

export interface V0Operation {
  path: string;
  method: 'get' | 'post';
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Answers carry an ETag and may be kept. */
  kept?: true;
  /** Answered without a limit of its own. */
  unlimited?: true;
  text: OperationText;
}

export const LISTS_PATH = '/api/v0/tariff/lists';

const READ_ERRORS: ErrorCode[] = ['method_not_allowed', 'rate_limited', 'internal'];
const AS_OF = { as_of: '2026-11-20' };
const TARIFF_HEADERS = ['X-Tariff-List', 'X-Tariff-List-Version', 'X-Tariff-As-Of'] as const;

export const EXPLAIN: V0Operation = {
  path: '/api/v0/tariff/hts/{code}',
  method: 'get',
  params: CodeParams,
  query: LookupQuery,
  kept: true,
  text: {
    operationId: 'explainHtsCode',
    tag: 'tariff',
    summary: 'Look one HTS code up and explain the answer',
    description:
      'Which listings cover the code and which nearly do, with note subdivision, Chapter 99 heading, rate and what it is ' +
      'charged on, dates and source; what a code alone cannot decide; what replaced a retired suffix. Not a ruling.',
    answer: { description: 'The answer and its reasons.', schema: Explanation, headers: [...TARIFF_HEADERS] },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: {
      clear: {
        summary: 'A code that is on no list',
        parameters: { code: '0101.21.0010', ...AS_OF },
        answer: {
          code: '0101.21.0010',
          as_of: '2026-11-20',
          status: 'clear',
          hit: false,
          in_scope: false,
          matched: [],
          other_programmes: [],
          near_misses: [],
          conditions: [],
          successors: [],
          replaces: [],
          removed: [],
          next_changes: [],
          schedule: null,
        },
      },
    },
  },
};

export const LISTS: V0Operation = {
  path: LISTS_PATH,
  method: 'get',
  kept: true,
  text: {
    operationId: 'listTariffLists',
    tag: 'tariff',
    summary: 'Which lists are loaded',
    description: 'Each with its version, source, next scheduled change, and where to download it.',
    answer: { description: 'The lists.', schema: Lists },
    errors: READ_ERRORS,
  },
};

const listFile = (form: 'Json' | 'Csv', answer: OperationText['answer']): V0Operation => ({
  path: `${LISTS_PATH}/{list_id}.${form.toLowerCase()}`,
  method: 'get',
  params: ListParams,
  kept: true,
  text: {
    operationId: `downloadTariffList${form}`,
    tag: 'tariff',
    summary: `Download a list as ${form.toUpperCase()}`,
    description: 'The file is named after the list and its version.',
    answer: { ...answer, headers: ['Content-Disposition'] },
    errors: [...READ_ERRORS, 'not_found'],
  },
});
const LIST_JSON = listFile('Json', { description: 'The list.', schema: ListFile });
const LIST_CSV = listFile('Csv', {
  description: 'The list, one row a listing.',
  schema: { type: 'string' },
  mediaType: 'text/csv',
});

export const CHANGES: V0Operation = {
  path: '/api/v0/tariff/changes',
  method: 'get',
  query: ChangesQuery,
  kept: true,
  text: {
    operationId: 'listTariffChanges',
    tag: 'tariff',
    summary: 'What was added, removed, re-rated between two days',
    description: 'Compares what is in force on `from` with what is in force on `to`, number by number.',
    answer: { description: 'The changes, codes ascending.', schema: ChangesAnswer },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: {
      none: {
        summary: 'Two days with the same law',
        parameters: { from: '2026-06-09', to: '2026-06-10' },
        answer: { from: '2026-06-09', to: '2026-06-10', added: [], removed: [], rerated: [], moved: [] },
      },
    },
  },
};

export const RULES: V0Operation = {
  path: '/api/v0/pixel/rules',
  method: 'get',
  kept: true,
  text: {
    operationId: 'listPixelRules',
    tag: 'pixel',
    summary: 'The rules of the scan',
    description: 'What each rule finds, why it matters, what to do, and what it deducts from the score.',
    answer: { description: 'The catalogue.', schema: PixelRules },
    errors: READ_ERRORS,
  },
};

export const PUBLIC_SCAN: V0Operation = {
  path: '/api/v0/pixel/scan',
  method: 'post',
  body: ScanRequest,
  text: {
    operationId: 'scanStorefrontOnce',
    tag: 'pixel',
    summary: 'Scan one storefront',
    description: 'The scan of v1 without a key, a few times a minute. Remembered answers are shared with v1.',
    answer: { description: 'Score and findings.', schema: ScanResponse, headers: ['Age', 'X-Cache'] },
    errors: [
      'invalid_json',
      'method_not_allowed',
      'payload_too_large',
      'unsupported_media_type',
      'invalid_request',
      'rate_limited',
      'unavailable',
      'upstream_failed',
      'upstream_timeout',
      'internal',
    ],
    examples: SCAN_EXAMPLES,
  },
};

export const CITATIONS: V0Operation = {
  path: '/api/v0/entry/citations',
  method: 'get',
  query: CitationsQuery,
  kept: true,
  text: {
    operationId: 'searchCitations',
    tag: 'entry',
    summary: 'Rules a certificate may cite',
    description:
      'Searches the catalogue of CPSC rules, bans and standards. It is not complete, and says what each row rests on.',
    answer: { description: 'Rules, at most 20 for a search.', schema: Citations },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: {
      helmet: {
        summary: 'Rules that speak of helmets',
        parameters: { q: 'helmets' },
        answer: {
          citations: [
            {
              citation: '16 CFR part 1203',
              title: 'Safety standard for bicycle helmets',
              applies_to: 'Bicycle helmets, adult and child',
              certificate: 'GCC+CPC',
              basis: 'cpsc-list-excerpt',
              vacated: false,
              note: null,
            },
          ],
        },
      },
    },
  },
};

const VERIFY: V0Operation = {
  path: '/verify/{gcc_id}',
  method: 'get',
  params: VerifyParams,
  unlimited: true,
  text: {
    operationId: 'verifyCertificate',
    tag: 'entry',
    summary: 'Is a certificate genuine',
    description:
      'JSON where `Accept` asks for it, a page for people otherwise. Compare the SHA-256 with that of the PDF you hold.',
    answer: { description: 'What was issued. No personal data.', schema: Verification, page: true },
    errors: ['not_found', 'method_not_allowed', 'internal'],
  },
};

export const V0_OPERATIONS = [
  EXPLAIN,
  LISTS,
  LIST_JSON,
  LIST_CSV,
  CHANGES,
  RULES,
  PUBLIC_SCAN,
  CITATIONS,
  VERIFY,
] as const;
