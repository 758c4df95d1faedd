/**
 * Sends webhooks through the guard of scans: the same check of every address, and a socket to the address that was checked. The
 * body of an answer is not read.
 */
import type { Clock } from '../../domain/clock.ts';
import { PortsideError } from '../../domain/errors.ts';
import type { WebhookAnswer, WebhookPost, WebhookRequest } from '../../domain/webhook.ts';
import { NoConnection, sendRequest } from './connect.ts';
import { type AllowList, parseTarget, type Resolve, resolveTarget, type Target } from './target.ts';

const PORTS: ReadonlySet<number> = new Set([443]);
const CONNECT_MS = 5000;
const TOTAL_MS = 20_000;
const ADDRESSES_MAX = 2;
const RETRY_AFTER_MS_MAX = 86_400_000;

export interface WebhookPostOptions {
  resolve: Resolve;
  userAgent: string;
  allow: AllowList;
  ownAddresses: ReadonlySet<string>;
  clock: Pick<Clock, 'now'>;
  onDecision?: (label: string) => void;
  /** PEM certificates to trust instead of those of the system. For tests. */
  trustedCertificates?: string;
  /** For tests. */
  totalMs?: number;
}

export class GuardedWebhookPost implements WebhookPost {
  constructor(private readonly options: WebhookPostOptions) {}

  async check(url: string): Promise<void> {
    try {
      await this.#addresses(this.#target(url));
    } catch (error) {
      throw refusal(error instanceof PortsideError ? reasonOf(error) : 'must have a host name that resolves');
    }
  }

  async send({ url, headers, body }: WebhookRequest): Promise<WebhookAnswer> {
    const { userAgent, trustedCertificates, totalMs = TOTAL_MS, clock } = this.options;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new PortsideError('upstream_timeout')), totalMs);
    try {
      const target = this.#target(url);
      const addresses = await beforeAbort(this.#addresses(target), deadline.signal);
      for (const address of addresses.slice(0, ADDRESSES_MAX)) {
        try {
          const answer = await sendRequest({
            target,
            address,
            expected: 'webhook',
            userAgent,
            connectMs: CONNECT_MS,
            signal: deadline.signal,
            trusted: trustedCertificates,
            post: { headers, body },
          });
          answer.destroy();
          const retryAfterMs = retryAfterOf(answer.headers['retry-after'], clock.now());
          return { status: answer.statusCode!, ...(retryAfterMs !== undefined && { retryAfterMs }) };
        } catch (error) {
          if (!(error instanceof NoConnection)) throw error;
        }
      }
      return { error: 'The connection to the webhook failed.' };
    } catch (error) {
      return { error: sentenceOf(error, deadline.signal.aborted, totalMs) };
    } finally {
      clearTimeout(timer);
    }
  }

  #target(url: string): Target {
    const target = parseTarget(url, this.options.allow, PORTS);
    if (target.parts.protocol !== 'https:' && !target.allowed) throw refusal('must be an https address');
    return target;
  }

  #addresses(target: Target): Promise<string[]> {
    const { resolve, ownAddresses, onDecision = () => {} } = this.options;
    return resolveTarget(target, resolve, ownAddresses, onDecision);
  }
}

function refusal(message: string): PortsideError {
  return new PortsideError('invalid_request', { details: [{ path: '/webhook/url', message }] });
}

function reasonOf(error: PortsideError): string {
  const reason = error.details?.[0]?.message ?? 'must be a public https address';
  return reason === 'must use port 80 or 443' ? 'must use port 443' : reason;
}

/** What the owner is told. It never says what an address answered that a webhook may not reach. */
function sentenceOf(error: unknown, timedOut: boolean, totalMs: number): string {
  if (timedOut) return `The webhook did not answer within ${Math.ceil(totalMs / 1000)} seconds.`;
  if (error instanceof PortsideError && error.code === 'invalid_request') return `The address ${reasonOf(error)}.`;
  return 'The connection to the webhook failed.';
}

/** `Retry-After`: seconds, or a date (RFC 9110, 10.2.3). At most a day. */
export function retryAfterOf(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const isDate = /^[A-Z][a-z]{2}, .{1,40} GMT$/.test(header);
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : isDate ? Date.parse(header) - nowMs : Number.NaN;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX) : undefined;
}

/** A name lookup cannot be cancelled. If the deadline comes first, its result is dropped. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
}
