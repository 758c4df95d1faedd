import { OptionError, WebhookError } from './errors.ts';
import type { components } from './generated/v2.ts';

/** Seconds that a message may be old or early, after the Standard Webhooks specification. */
const TOLERANCE_S = 300;

/** The body of a webhook. */
export type WebhookEvent = components['schemas']['WatchEvent']['body'] & {
  /** The same at every attempt: deduplicate by it. */
  id: string;
};

/** Headers of a request, of any framework. */
export type WebhookHeaders = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

/**
 * Verifies webhooks after the Standard Webhooks specification.
 *
 *     const event = await new Webhook(secret).verify(request.headers, await request.text());
 */
export class Webhook {
  readonly #key: Promise<CryptoKey>;
  readonly #now: () => number;

  /** @param secret of the watch, `whsec_…` @throws OptionError @param now milliseconds; for tests */
  constructor(secret: string, now: () => number = Date.now) {
    const bytes = decodeBase64(secret.trim().replace(/^whsec_/, ''));
    if (!bytes?.length) throw new OptionError('The secret of a webhook is whsec_ and base64.');
    this.#key = crypto.subtle.importKey(
      'raw',
      bytes as Uint8Array<ArrayBuffer>,
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    );
    this.#now = now;
  }

  /**
   * The event. Give the body as it arrived, before it is parsed: another order of the fields is another text.
   * @throws WebhookError if a header is missing, the time is more than five minutes off, no signature matches, or the body is no JSON
   */
  async verify(headers: WebhookHeaders, body: string | Uint8Array): Promise<WebhookEvent> {
    const id = headerOf(headers, 'webhook-id');
    const timestamp = headerOf(headers, 'webhook-timestamp');
    const signatures = headerOf(headers, 'webhook-signature');
    if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is not a time.');
    if (Math.abs(this.#now() / 1000 - Number(timestamp)) > TOLERANCE_S) {
      throw new WebhookError('webhook-timestamp is more than five minutes off.');
    }
    const text = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const head = new TextEncoder().encode(`${id}.${timestamp}.`);
    const signed = new Uint8Array(head.length + text.length);
    signed.set(head);
    signed.set(text, head.length);
    if (!(await this.#isSigned(signatures, signed))) throw new WebhookError('No signature matches.');
    try {
      return { ...(JSON.parse(new TextDecoder().decode(text)) as WebhookEvent), id };
    } catch (cause) {
      throw new WebhookError('The body is no JSON.', { cause });
    }
  }

  /** WebCrypto compares in constant time. */
  async #isSigned(signatures: string, signed: Uint8Array): Promise<boolean> {
    const key = await this.#key;
    for (const each of signatures.split(' ').slice(0, 16)) {
      const signature = each.startsWith('v1,') ? decodeBase64(each.slice(3)) : undefined;
      if (!signature) continue;
      const isGood = await crypto.subtle.verify(
        'HMAC',
        key,
        signature as Uint8Array<ArrayBuffer>,
        signed as Uint8Array<ArrayBuffer>,
      );
      if (isGood) return true;
    }
    return false;
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isGetter(headers) ? headers.get(name) : fieldOf(headers, name);
  if (!value) throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

function isGetter(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function fieldOf(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
