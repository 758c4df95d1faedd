/**
 * Structured log on stderr, one JSON object a line. It never holds a key, a URL's query, a body or an address of a person:
 * callers pass the few fields named here.
 */
import pino from 'pino';

export interface Log {
  /** One line a request; only when `PORTSIDE_LOG=requests`, or when the request failed on our side. */
  request(fields: { id: string; method: string; path: string; status: number; keyId?: number }): void;
  /** Something failed on our side; `error` is for the operator alone. */
  fault(message: string, error: unknown, fields?: Record<string, string | number>): void;
  info(message: string, fields?: Record<string, string | number>): void;
}

export function openLog(what: 'errors' | 'requests'): Log {
  const log = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    pino.destination({ dest: 2, sync: true }),
  );
  return {
    request: (fields) => {
      if (what === 'requests') log.info(fields, 'request');
    },
    fault: (message, error, fields = {}) => log.error({ ...fields, err: error }, message),
    info: (message, fields = {}) => log.info(fields, message),
  };
}

/** Name, code and stack only: errors of the runtime carry their input as a property, and an input may be a signed URL. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, code: (error as { code?: unknown }).code, stack };
}
