/**
 * Structured log on stderr, one JSON object a line. It never holds a key, a URL or its query, a body or an address of a
 * person: callers pass the few fields named here, and what errors of libraries quote is cut out.
 */
import pino from 'pino';

export interface Log {
  /** One line a request; only when `PORTSIDE_LOG=requests`, or when the request failed on our side. */
  request(fields: { id: string; method: string; route: string; status: number; keyId?: number }): void;
  /** Something failed on our side; `error` is for the operator alone. */
  fault(message: string, error: unknown, fields?: Record<string, string | number>): void;
  info(message: string, fields?: Record<string, string | number>): void;
}

/**
 * Errors of libraries quote what they choked on: the query of a signed URL is a secret, an API key is, and Drizzle names
 * every value of a statement that failed (`params: …`), which may be a certificate's whole text. None leaves here.
 */
const QUOTED: [RegExp, string][] = [
  [/\?[\w.~%-]+=[^\s"'`\\]*/g, '?…'],
  [/svc_[0-9A-Za-z]{6,}/g, 'svc_…'],
  [/\\nparams: (?:[^"\\]|\\.)*?(?=\\n +at |")/g, '\\nparams: …'],
  [/"params":\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]/g, '"params":"…"'],
  [/[\w.+-]+(@|%40)[\w-]+(\.[\w-]+)+/gi, '…@…'],
];

export function withoutQuotes(line: string): string {
  return QUOTED.reduce((text, [pattern, mark]) => text.replace(pattern, mark), line);
}

export function openLog(what: 'errors' | 'requests'): Log {
  const log = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: withoutQuotes },
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
