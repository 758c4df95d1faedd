/** Turns one answer of the table into the bytes that are sent. */
import type { Turn } from './table.ts';

const reasons: Record<number, string> = { 200: 'OK', 301: 'Moved Permanently', 307: 'Temporary Redirect' };
const document = new TextEncoder().encode('%PDF-1.7\n% stands for a certificate: é 证书\n%%EOF\n');
const documentHash = new Bun.CryptoHasher('sha256').update(document).digest('hex');

/** `base` is the address of this run; `sent` is the parsed body of the request. */
export function answerBytes(turn: Turn, base: string, sent: unknown): Uint8Array {
  const fill = (text: string) => text.replaceAll('{{base}}', base).replaceAll('{{pdf}}', documentHash);
  if (turn.raw !== undefined) return new TextEncoder().encode(fill(turn.raw));
  if (turn.status === undefined) return new Uint8Array();
  const whole = bodyBytes(turn, sent, fill);
  const body = turn.chunked ? chunks(whole) : whole;
  const head = new Headers({
    'content-type': turn.pdf ? 'application/pdf' : 'application/json',
    'x-request-id': 'req_scripted',
    ...(turn.chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(whole.length) }),
  });
  for (const [name, value] of Object.entries(turn.headers ?? {})) head.set(name, fill(value));
  const lines = [...head].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const start = new TextEncoder().encode(
    `HTTP/1.1 ${turn.status} ${reasons[turn.status] ?? 'Scripted'}\r\n${lines}\r\n`,
  );
  if (turn.headersCut !== undefined) return start.slice(0, turn.headersCut);
  return Buffer.concat([start, body.slice(0, turn.cut)]);
}

function bodyBytes(turn: Turn, sent: unknown, fill: (text: string) => string): Uint8Array {
  if (turn.pdf) return document;
  if (turn.blanks !== undefined) return new Uint8Array(turn.blanks).fill(0x20);
  if (turn.lookup !== undefined) return new TextEncoder().encode(JSON.stringify(lookupAnswer(turn.lookup, sent)));
  const text = turn.json === undefined ? (turn.text ?? '') : JSON.stringify(turn.json);
  return new TextEncoder().encode(fill(text));
}

function lookupAnswer(status: string, sent: unknown) {
  const hit = status === 'hit';
  const { codes } = sent as { codes: string[] };
  return { results: codes.map((code) => ({ code, hit, in_scope: hit, status, adjacent_hits: [] })) };
}

function chunks(body: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += 7) {
    const part = body.slice(at, at + 7);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
