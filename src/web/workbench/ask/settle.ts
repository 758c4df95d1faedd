import { ApiFailure } from './api-failure.ts';

/** What was asked, or the refusal, for a page whose other parts can be shown without it. Anything else that is thrown is thrown again. */
export async function orFailure<T>(asked: Promise<T>): Promise<T | ApiFailure> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiFailure) return error;
    throw error;
  }
}
