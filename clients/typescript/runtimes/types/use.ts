// A program of a user, for the compiler only. Each `@ts-expect-error` shows that a type is not `any`.
import {
  type ApiPromise,
  Certificate,
  type HtsStatus,
  IncompleteError,
  LimitError,
  Portside,
  type PortsideOptions,
  Webhook,
} from '@portside/client';
import { API_KEY, FakePortside } from '@portside/client/testing';

const options: PortsideOptions = { apiKey: API_KEY, maxRetries: 1 };
const undefinedIsLeftOut: PortsideOptions = { apiKey: undefined, baseUrl: undefined, log: undefined };
const portside = new Portside({ ...options, ...undefinedIsLeftOut });
// @ts-expect-error a number is no key
new Portside({ apiKey: 5 });
// @ts-expect-error not an option
new Portside({ retries: 5 });

export async function use(signal: AbortSignal): Promise<string[]> {
  const { results, meta } = await portside.tariff.hts.lookup(['7326.90.8688'], { signal, asOf: undefined });
  const status: HtsStatus = results[0]!.status;
  // @ts-expect-error not a status
  if (status === 'maybe') return [];
  const left: number | undefined = meta.rateLimit.day?.remaining;
  // @ts-expect-error codes are texts
  await portside.tariff.hts.lookup([7326]);
  for await (const { code } of portside.tariff.hts.lookupAll(new Set(['0101.21.0010']), { waitForDay: true })) {
    code.toUpperCase();
  }
  const scan = portside.pixel.scan('https://shop.example/', { deep: true });
  const { data, responses } = await scan.withRawResponse();
  const bytes: Uint8Array = responses[0]!.bytes();
  const promise: ApiPromise<typeof data> = scan;
  await promise;
  for await (const { id } of portside.entry.certificates.list({ limit: 5 })) id.trim();
  const restored = portside.entry.gcc.restore({ gcc_id: 'id' });
  const pdf: Uint8Array = await restored.download();
  const isIt: boolean = restored instanceof Certificate;
  const job = await portside.tariff.audits.create({ rows: [{ code: '0101.21.0010' }] });
  await portside.tariff.audits.wait(job.id, { onProgress: (now) => now.status });
  const event = await new Webhook('whsec_AAAA').verify({ 'webhook-id': 'x' }, 'body');
  return [String(left), String(bytes.length), String(pdf.length), String(isIt), event.id];
}

export function explain(error: unknown): number | undefined {
  if (error instanceof IncompleteError) return error.left.length;
  if (error instanceof LimitError) return error.retryAfter;
  return undefined;
}

export async function useFake(): Promise<number | undefined> {
  const fake = new FakePortside().code('8708.10.3050', 'adjacent').answer('readWatch', { status: 503, times: 2 });
  // @ts-expect-error not an operation
  fake.answer('readNothing', { status: 503 });
  // @ts-expect-error not a status
  fake.code('8708.10.3050', 'maybe');
  const { results } = await fake.client({ maxRetries: 1 }).tariff.hts.lookup(['8708.10.3050']);
  const status: HtsStatus = results[0]!.status;
  await new Portside({ apiKey: API_KEY, fetch: fake.fetch }).account.get();
  return status === 'adjacent' ? fake.waits[0] : fake.requests.length;
}
