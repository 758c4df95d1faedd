import type { Caller } from '../caller.ts';
import { ConnectionError, LimitError, NotFoundError, ResponseError, TimeoutError } from '../errors.ts';
import type { RateLimit } from '../meta.ts';
import { TariffAudits } from '../resources/audits.ts';
import type { LookupOptions } from '../resources/tariff.ts';
import type { HtsResult } from '../types.ts';
import { secondsUntilFree } from './pace.ts';

/**
 * What an audit and a lookup certainly read in the same way. An audit leaves blank lines out and explains damaged numbers, so other texts are
 * looked up.
 */
export const PLAIN_CODE = /^\d{4}(?:\.?\d{2}(?:\.?\d{2}(?:\.?\d{2,4})?)?)?$/;

/** A result whose download broke off is taken again so often. */
const DOWNLOADS_MAX = 3;

export interface Audited {
  /** One for each code, in order, without entries. */
  results: HtsResult[];
  /** The day they are for. */
  asOf: string;
  versions: Record<string, string>;
}

interface Line {
  line: number;
  cells: unknown[];
  status: string;
  coverage: string | null;
}

/**
 * The results of codes by a job. `refused` if the server has no jobs, or the key may not store so much.
 * @param keep told what each answer says of the limits
 */
export async function auditCodes(
  caller: Caller,
  codes: readonly string[],
  { asOf, pollEveryMs, ...call }: LookupOptions & { pollEveryMs?: number | undefined },
  deadline: number,
  keep: (limits: RateLimit) => void,
): Promise<Audited | 'refused'> {
  const audits = new TariffAudits(caller);
  const { clock } = caller.transport;
  const left = () => Math.max(1, deadline - clock.now());
  const rows = codes.map((code) => ({ code }));
  let job: { id: string; meta: { rateLimit: RateLimit } };
  try {
    job = await audits.create({ rows, code_column: 'code', ...(asOf && { as_of: asOf }) }, { call });
  } catch (error) {
    const isRefused = error instanceof NotFoundError || (error instanceof LimitError && error.retryAfter === undefined);
    if (isRefused) return 'refused';
    throw error;
  }
  let limits = job.meta.rateLimit;
  const note = (now: RateLimit) => {
    limits = now;
    keep(now);
  };
  note(limits);
  const pause = async () => {
    const wait = secondsUntilFree(limits.minute);
    if (wait > 0) await clock.sleep(Math.min(wait * 1000, left()), call.signal);
  };
  try {
    await pause();
    const onProgress = ({ meta }: { meta: { rateLimit: RateLimit } }) => note(meta.rateLimit);
    const finished = await audits.wait(job.id, { ...call, pollEveryMs, deadlineMs: left(), onProgress });
    await pause();
    const results = await resultsOf(audits, job.id, codes, { ...call, deadlineMs: left() });
    const { as_of, data_versions } = finished;
    return { results, asOf: as_of, versions: data_versions ?? {} };
  } finally {
    // A courtesy: the server removes the job after seven days. What an open job did not use is given back.
    if (secondsUntilFree(limits.minute) === 0) {
      await audits.remove(job.id, { maxRetries: 0, deadlineMs: 10_000 }).catch(() => {});
    }
  }
}

async function resultsOf(
  audits: TariffAudits,
  id: string,
  codes: readonly string[],
  call: LookupOptions & { deadlineMs: number },
): Promise<HtsResult[]> {
  for (let taken = 1; ; taken++) {
    try {
      return readResults(await audits.result(id, 'json', call), codes);
    } catch (error) {
      const isBroken = error instanceof ConnectionError || error instanceof TimeoutError;
      if (!isBroken || taken === DOWNLOADS_MAX) throw error;
    }
  }
}

/** @throws ResponseError unless there is one line for each code, in order */
function readResults(bytes: Uint8Array, codes: readonly string[]): HtsResult[] {
  let lines: unknown;
  try {
    ({ lines } = JSON.parse(new TextDecoder().decode(bytes)) as { lines: unknown });
  } catch (cause) {
    throw new ResponseError('The result of the audit is not JSON.', undefined, { cause });
  }
  const isWhole =
    Array.isArray(lines) &&
    lines.length === codes.length &&
    lines.every((line: Partial<Line>, at) => {
      return (
        line.line === at + 1 &&
        line.cells?.length === 1 &&
        line.cells[0] === codes[at] &&
        typeof line.status === 'string'
      );
    });
  if (!isWhole) throw new ResponseError('The result of the audit is not what the API promises.');
  return (lines as Line[]).map((line, at) => resultOf(codes[at]!, line));
}

/** What a lookup says of the code, except for its entries. An audit tells apart why a number is invalid. */
function resultOf(code: string, { status: audited, coverage }: Line): HtsResult {
  const status = (audited === 'damaged' || audited === 'blank' ? 'invalid' : audited) as HtsResult['status'];
  return { code, hit: status === 'hit', in_scope: Boolean(coverage), status, adjacent_hits: [] };
}
