/** Runs one case of the table with this client. */
import { inspect } from 'node:util';
import { ApiError, Certificate, type Clock, type Fetch, Portside, PortsideError } from '../src/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: a case is read as it stands in the table
type Json = any;

export interface Outcome {
  actual: Json;
  /** Everything a user could print or log. */
  visible: string;
}

/** `stalled` settles when the scripted server stops answering. */
export async function runCase(
  script: Json,
  baseUrl: string,
  apiKey: string,
  stalled?: Promise<unknown>,
  fetch?: Fetch,
): Promise<Outcome> {
  const cancel = new AbortController();
  const gaveUp = new Error('the caller gave up');
  const waits: number[] = [];
  const lines: string[] = [];
  const clock: Clock = {
    now: Date.now,
    random: () => script.random ?? 1,
    sleep: async (ms) => {
      waits.push(ms / 1000);
      if (script.cancel === 'wait') cancel.abort(gaveUp);
    },
  };
  const client = new Portside({ ...script.client, apiKey, baseUrl, fetch, log: (line) => lines.push(line) }, clock);
  if (script.cancel === 'before') cancel.abort(gaveUp);
  if (script.cancel === 'request') stalled?.then(() => cancel.abort(gaveUp));
  const codes = codesOf(script.call);
  const seen: unknown[] = [client];
  let actual: Json;
  try {
    const { meta, ...result }: Json = await call(client, script.call, codes, cancel.signal);
    seen.push(result, meta);
    const sameCodes = result.results?.every((one: Json, at: number) => one.code === codes[at]);
    actual = { result, meta: snake(meta), codesAsSent: sameCodes && result.results.length === codes.length };
  } catch (fault) {
    seen.push(fault, (fault as Error).stack, String(fault), JSON.stringify(fault));
    if (fault === gaveUp) actual = { cancelled: true };
    else if (fault instanceof PortsideError) actual = { error: describe(fault) };
    else throw fault;
  }
  const visible = [...seen.map((one) => inspect(one, { depth: 9, showHidden: true })), ...lines].join('\n');
  return { actual: { ...actual, waits }, visible };
}

function codesOf({ codes }: Json): string[] {
  if (!codes?.made) return codes;
  return Array.from({ length: codes.made }, (_, at) => `0101.21.${String(at).padStart(4, '0')}`);
}

async function call(
  client: Portside,
  { method, url, request, download, ...options }: Json,
  codes: string[],
  signal: AbortSignal,
) {
  if (method === 'tariff.hts.lookup') return client.tariff.hts.lookup(codes, { asOf: options.asOf, signal });
  if (method === 'pixel.scan') return client.pixel.scan(url, { deep: options.deep, fresh: options.fresh, signal });
  const certificate = await client.entry.gcc.generate(request, { idempotencyKey: options.idempotencyKey, signal });
  if (!(certificate instanceof Certificate)) throw new Error('not a certificate');
  const result = { ...certificate, gcc_pdf_url: certificate.gcc_pdf_url };
  if (!download) return result;
  const pdf = await certificate.download({ signal });
  return { ...result, pdf: new TextDecoder('latin1').decode(pdf.slice(0, 5)) };
}

function describe(fault: PortsideError): Json {
  const { name, ...rest } = { ...fault, name: fault.name, message: fault.message };
  return { type: name, ...snake(rest), ...(fault instanceof ApiError ? { code: fault.code ?? null } : {}) };
}

/** Names in snake case, as in the table. */
function snake(value: Json): Json {
  if (Array.isArray(value)) return value.map(snake);
  if (value === null || typeof value !== 'object' || value instanceof Error) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
    snake(member),
  ]);
  return Object.fromEntries(entries);
}
