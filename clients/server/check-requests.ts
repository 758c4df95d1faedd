/** Checks what a client sent in one run: the rules for every request, and those of the case. */
import type { Case } from './table.ts';

export interface SentRequest {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: unknown;
}

/** The key of every scripted client. Its checksum is right, but no server issued it. */
export const SCRIPTED_KEY = 'svc_Portside0Scripted02QNBRF';

/** The faults as sentences. An empty list means that all requests were right. */
export function checkRequests(script: Case, sent: SentRequest[], inFlightMax: number): string[] {
  const faults: string[] = [];
  if (sent.length !== script.requests) faults.push(`${sent.length} requests, not ${script.requests}`);
  if (inFlightMax > (script.inFlightMax ?? 4)) faults.push(`${inFlightMax} requests at once`);
  for (const [at, request] of sent.entries()) {
    for (const fault of requestFaults(request)) faults.push(`request ${at + 1}: ${fault}`);
  }
  for (const [at, expected] of (script.sent ?? []).entries()) {
    const difference = subsetDifference(expected, sent[at], `request ${at + 1}`);
    if (difference) faults.push(difference);
  }
  const keys = new Set(sent.map((request) => request.headers['idempotency-key']).filter(Boolean));
  if (keys.size > 1) faults.push(`${keys.size} idempotency keys in one generate`);
  return faults;
}

function requestFaults({ method, path, headers }: SentRequest): string[] {
  const faults: string[] = [];
  const fault = (broken: boolean, sentence: string) => broken && faults.push(sentence);
  const api = path.startsWith('/api/') && method === 'POST';
  fault(path.startsWith('/trap'), 'a redirect was followed');
  fault(api && headers.authorization !== `Bearer ${SCRIPTED_KEY}`, 'the API key is missing');
  fault(!api && 'authorization' in headers, 'the API key was sent to an address that must not get it');
  fault(api && headers['content-type'] !== 'application/json', 'the content type is not application/json');
  fault(api && headers.accept !== 'application/json', 'the client does not accept application/json');
  fault(!/^portside-(typescript|python|go)\/\d/.test(headers['user-agent'] ?? ''), 'the client does not name itself');
  fault(path.endsWith('/generate') && !headers['idempotency-key'], 'generate carries no idempotency key');
  fault(
    !path.endsWith('/generate') && 'idempotency-key' in headers,
    'an idempotency key on a request that does not use one',
  );
  return faults;
}

/** The path of the first difference, or undefined. Objects must have every expected member; lists and scalars must be equal. */
function subsetDifference(expected: unknown, actual: unknown, at: string): string | undefined {
  if (expected === null || typeof expected !== 'object') {
    return Object.is(expected, actual)
      ? undefined
      : `${at}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
  }
  if (Array.isArray(expected) && (!Array.isArray(actual) || actual.length !== expected.length))
    return `${at}: the length differs`;
  for (const [name, value] of Object.entries(expected)) {
    const difference = subsetDifference(
      value,
      (actual as Record<string, unknown> | undefined)?.[name],
      `${at}.${name}`,
    );
    if (difference) return difference;
  }
  return undefined;
}
