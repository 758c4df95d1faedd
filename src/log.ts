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

/** Errors of libraries quote the URL they choked on, and the query of a signed URL is a secret: none leaves here. */
const QUERY = /\?[\w.~%-]+=[^\s"'`\\]*/g;

export function withoutQueries(line: string): string {
  return line.replace(QUERY, '?…');
}

export function openLog(what: 'errors' | 'requests'): Log {
  const log = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: withoutQueries },
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
