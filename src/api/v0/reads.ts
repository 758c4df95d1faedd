/** Common to the reads of v0. */
import type { ErrorCode } from '../../domain/errors.ts';
import type { HeaderName } from '../../http/openapi/operation-text.ts';

export const READ = { method: 'get', addressLimit: 'read', cached: true } as const;

export const READ_ERRORS: ErrorCode[] = ['method_not_allowed', 'rate_limited', 'internal'];

export const TARIFF_HEADERS: HeaderName[] = [
  'X-Tariff-List',
  'X-Tariff-List-Version',
  'X-Tariff-As-Of',
  'X-Tariff-Law-Read-To',
];

/** Lifetime of a cached tariff answer. Lists change at midnight, or when the operator imports one. */
export const TARIFF_CACHE_S = 300;
/** Lifetime of a cached catalogue. Only a new version of the program changes it. */
export const CATALOGUE_CACHE_S = 3600;
