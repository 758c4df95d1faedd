import type { Caller } from '../caller.ts';
import { ResponseError } from '../errors.ts';
import { joinMeta } from '../meta.ts';
import type { RawResponse } from '../promise.ts';
import type { LookupOptions } from '../resources/tariff.ts';
import type { HtsResult, LookupResult } from '../types.ts';

/** Codes in one request. */
export const CODES_MAX = 50;

/** What `lookupAll` takes. */
export type Codes = Iterable<string> | AsyncIterable<string>;

/** @see Hts.lookup */
export async function lookup(
  caller: Caller,
  concurrency: number,
  codes: readonly string[],
  options: LookupOptions,
  keep: (response: RawResponse) => void,
): Promise<LookupResult> {
  const deadline = caller.transport.deadline(options);
  const parts = partsOf(codes);
  for (let round = 0; round < 2; round++) {
    const answers = await lookupParts(caller, concurrency, parts, options, deadline, keep);
    const lists = new Set(answers.map(({ meta }) => JSON.stringify(meta.list)));
    if (lists.size > 1) continue;
    return {
      ...answers[0]!,
      results: answers.flatMap(({ results }) => results),
      meta: joinMeta(answers.map(({ meta }) => meta)),
    };
  }
  throw new ResponseError('The tariff list changed twice during the lookup. Look the codes up again.');
}

/** Codes in groups of one request each; one empty group for none, which the server refuses. */
export function partsOf(codes: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at === 0 || at < codes.length; at += CODES_MAX) parts.push(codes.slice(at, at + CODES_MAX));
  return parts;
}

/** Some requests at once. The first that fails ends the others. */
export async function lookupParts(
  caller: Caller,
  concurrency: number,
  parts: readonly string[][],
  options: LookupOptions,
  deadline: number,
  keep: (response: RawResponse) => void = () => {},
): Promise<LookupResult[]> {
  const { asOf, ...call } = options;
  const query = asOf ? { as_of: asOf } : {};
  const stop = new AbortController();
  const cancel = () => stop.abort(options.signal?.reason);
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener('abort', cancel, { once: true });
  const answers: LookupResult[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < parts.length; at = next++) {
      const codes = parts[at]!;
      const sent = { body: { codes }, query, fits: (body: unknown) => isLookupOf(codes, body) };
      const inTime = { ...call, signal: stop.signal };
      const { data, responses } = await caller.json('lookupHtsCodes', sent, inTime, deadline).withRawResponse();
      responses.forEach(keep);
      answers[at] = data;
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, parts.length) }, work));
    return answers;
  } finally {
    stop.abort(); // one part failed, so the others are not needed
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** Requires one complete result for each code, in order. A shifted or incomplete answer must never look like "clear". */
function isLookupOf(codes: string[], body: unknown): boolean {
  const { results } = Object(body) as { results?: unknown };
  return (
    Array.isArray(results) &&
    results.length === codes.length &&
    results.every((result: Partial<Record<keyof HtsResult, unknown>> | null, at) => {
      if (result?.code !== codes[at] || typeof result?.status !== 'string') return false;
      const { hit, in_scope: inScope, status, adjacent_hits: hits } = result;
      return hit === (status === 'hit') && typeof inScope === 'boolean' && Array.isArray(hits);
    })
  );
}
