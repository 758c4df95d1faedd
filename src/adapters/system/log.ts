/** Structured log on stderr, one JSON object per line. Secrets that library errors quote are removed first. */
import type { Logger } from 'pino';
import type { Log } from '../../domain/log.ts';
import { StandardError } from './standard-error.ts';

/**
 * Errors of libraries quote their input: the query of a signed URL, an API key, a mail address. Drizzle quotes every value of a
 * failed statement (`params: …`), which may be the whole text of a certificate. None of these may reach the log.
 */
const SECRETS: [RegExp, string][] = [
  [/\?[\w.~%-]+=[^\s"'`\\]*/g, '?…'],
  [/svc_[0-9A-Za-z]{6,}/g, 'svc_…'],
  // Up to its last line, or to the end.
  [/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]*/g, '-----BEGIN PRIVATE KEY-----…'],
  [/\\nparams: (?:[^"\\]|\\.)*?(?=\\n +at |")/g, '\\nparams: …'],
  [/"params":\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]/g, '"params":"…"'],
  [/[\w.+-]+(@|%40)[\w-]+(\.[\w-]+)+/gi, '…@…'],
];

function redact(line: string): string {
  return SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

/** Opened by the first line, because most starts log none. Not imported, because a line must be written before the process can end. */
function openPino(): Logger {
  const pino: typeof import('pino') = require('pino');
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redact },
    },
    new StandardError(),
  );
}

export function openLog(level: 'errors' | 'requests'): Log {
  let opened: Logger | undefined;
  const log = () => {
    opened ??= openPino();
    return opened;
  };
  return {
    request: (fields) => {
      if (level === 'requests') log().info(fields, 'request');
    },
    fault: (message, error, fields = {}) => log().error({ ...fields, err: error }, message),
    info: (message, fields = {}) => log().info(fields, message),
  };
}
