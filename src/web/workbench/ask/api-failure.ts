import type { FaultDetail } from '../../../domain/errors.ts';

/** The API has refused a request, or failed. It has what the caller of the API would have been told. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    /** The `error` of the answer, such as `rate_limited`. */
    readonly code: string,
    message: string,
    readonly requestId: string,
    /** Which fields are wrong, for `invalid_request`. */
    readonly details: readonly FaultDetail[] = [],
    /** Seconds after which trying again can succeed. */
    readonly retryAfterS?: number,
  ) {
    super(message);
    this.name = 'ApiFailure';
  }
}

/** @param answer with a status of 400 or more */
export async function failureOf(answer: Response): Promise<ApiFailure> {
  const retryAfter = Number(answer.headers.get('retry-after'));
  const id = answer.headers.get('x-request-id') ?? '';
  const body = (await answer.json().catch(() => ({}))) as Partial<Record<string, unknown>>;
  return new ApiFailure(
    answer.status,
    String(body.error ?? 'internal'),
    String(body.message ?? 'Something failed on our side.'),
    id,
    Array.isArray(body.details) ? body.details : [],
    retryAfter > 0 ? retryAfter : undefined,
  );
}
