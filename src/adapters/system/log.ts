/** Structured log on stderr, one JSON object a line. Whatever library errors quote is removed first. */
import pino from 'pino';
import type { Log } from '../../domain/log.ts';

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

function withoutQuotes(line: string): string {
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
