/** Applied to every v0 request: CORS headers for browsers, and the rate limit of the client address. */
import type { Clock } from '../../domain/clock.ts';
import { PortsideError } from '../../domain/errors.ts';
import { clientAddress, parseTrustedProxies, type TrustedProxies } from '../../http/client-address.ts';
import { AddressLimit, type RateLimitDecision } from './address-limit.ts';

/** Enough for a person and a small script. For more there is v1. */
const READS_PER_MINUTE = 120;
/** Few, because each scan may fetch a page from somebody else's server. */
const SCANS_PER_MINUTE = 6;

/** Response headers that a page on another origin may read. */
const EXPOSED_HEADERS =
  'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Tariff-As-Of, X-Tariff-List, X-Tariff-List-Version';

const CORS_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED_HEADERS };

type HeaderFields = Record<string, string | number>;

export interface RequestContext {
  request: Request;
  set: { headers: unknown };
}

export interface RateLimitGuardParts {
  /** The setting `PORTSIDE_TRUST_PROXY`. */
  trustProxy: string;
  clock: Pick<Clock, 'monotonic'>;
  /** The address of the request's connection; empty if the connection is gone. */
  socketAddress: (request: Request) => string;
}

export class RateLimitGuard {
  readonly #reads: AddressLimit;
  readonly #scans: AddressLimit;
  readonly #trustedProxies: TrustedProxies;
  readonly #socketAddress: (request: Request) => string;

  /** @throws ConfigError if `trustProxy` cannot be parsed */
  constructor({ trustProxy, clock, socketAddress }: RateLimitGuardParts) {
    this.#reads = new AddressLimit(READS_PER_MINUTE, clock);
    this.#scans = new AddressLimit(SCANS_PER_MINUTE, clock);
    this.#trustedProxies = parseTrustedProxies(trustProxy);
    this.#socketAddress = socketAddress;
  }

  /** Counts the request as a read and sets the headers. @throws PortsideError `rate_limited` with `Retry-After` */
  admitRead(context: RequestContext): void {
    this.#admit(context, this.#reads);
  }

  /** Like `admitRead`, against the lower limit of scans. */
  admitScan(context: RequestContext): void {
    this.#admit(context, this.#scans);
  }

  /** The network of the client, which counts as one caller. */
  networkOf(request: Request): string {
    const forwardedFor = request.headers.get('x-forwarded-for');
    return clientAddress(this.#socketAddress(request), forwardedFor, this.#trustedProxies).network;
  }

  #admit({ request, set }: RequestContext, limit: AddressLimit): void {
    const decision = limit.admit(this.networkOf(request));
    Object.assign(set.headers as HeaderFields, CORS_HEADERS, rateLimitHeaders(limit, decision));
    if (decision.admitted) return;
    throw new PortsideError('rate_limited', {
      message: 'The rate limit of this address is spent.',
      retryAfterS: Math.max(1, decision.resetS),
    });
  }
}

/** The answer to a CORS preflight. Browsers may keep it for a day. */
export function preflight(methods: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'Content-Type, If-None-Match',
      'access-control-max-age': '86400',
      allow: methods,
    },
  });
}

function rateLimitHeaders({ perMinute }: AddressLimit, { remaining, resetS }: RateLimitDecision): HeaderFields {
  return { 'ratelimit-policy': `"address";q=${perMinute};w=60`, ratelimit: `"address";r=${remaining};t=${resetS}` };
}
