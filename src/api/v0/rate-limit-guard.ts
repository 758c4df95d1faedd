/** Applied to every v0 request: CORS headers for browsers, and the rate limit of the client address. */
import { PortsideError } from '../../domain/errors.ts';
import { clientAddress, parseTrustedProxies, type TrustedProxies } from '../../http/client-address.ts';
import { delegationOf } from '../../http/delegation.ts';
import type { RateLimitDecision } from './address-limit.ts';
import { type AddressLimits, type LimitName, PER_MINUTE } from './address-limits.ts';

/** Response headers that a page on another origin may read. */
const EXPOSED_HEADERS =
  'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Client-Nonce, X-Request-Id, X-Tariff-As-Of, X-Tariff-Law-Read-To, X-Tariff-List, X-Tariff-List-Version';

const CORS_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED_HEADERS };

type HeaderFields = Record<string, string | number>;

export interface RequestContext {
  request: Request;
  set: { headers: unknown };
}

export interface RateLimitGuardParts {
  /** The setting `PORTSIDE_TRUST_PROXY`. */
  trustProxy: string;
  limits: AddressLimits;
  /** The address of the request's connection; empty if the connection is gone. */
  socketAddress: (request: Request) => string;
}

export class RateLimitGuard {
  readonly #limits: AddressLimits;
  readonly #trustedProxies: TrustedProxies;
  readonly #socketAddress: (request: Request) => string;

  /** @throws ConfigError if `trustProxy` cannot be parsed */
  constructor({ trustProxy, limits, socketAddress }: RateLimitGuardParts) {
    this.#limits = limits;
    this.#trustedProxies = parseTrustedProxies(trustProxy);
    this.#socketAddress = socketAddress;
  }

  /** Counts an attempt to sign in. @param network as `networkOf` */
  async admitSignIn(network: string): Promise<RateLimitDecision> {
    return this.#limits.admit('sign_in', network);
  }

  /** Counts the request as a read and sets the headers. @throws PortsideError `rate_limited` with `Retry-After` */
  admitRead(context: RequestContext): Promise<void> {
    return this.#admit(context, 'read');
  }

  /** Like `admitRead`, against the lower limit of scans. */
  admitScan(context: RequestContext): Promise<void> {
    return this.#admit(context, 'scan');
  }

  /** The network of the client, which counts as one caller. */
  networkOf(request: Request): string {
    const delegation = delegationOf(request);
    if (delegation) return delegation.network;
    const forwardedFor = request.headers.get('x-forwarded-for');
    return clientAddress(this.#socketAddress(request), forwardedFor, this.#trustedProxies).network;
  }

  async #admit({ request, set }: RequestContext, limit: LimitName): Promise<void> {
    if (delegationOf(request)?.counted === false) return;
    const decision = await this.#limits.admit(limit, this.networkOf(request));
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
      'access-control-allow-headers': 'Content-Type, If-None-Match, X-Client-Nonce',
      'access-control-max-age': '86400',
      allow: methods,
    },
  });
}

function rateLimitHeaders(limit: LimitName, { remaining, resetS }: RateLimitDecision): HeaderFields {
  return {
    'ratelimit-policy': `"address";q=${PER_MINUTE[limit]};w=60`,
    ratelimit: `"address";r=${remaining};t=${resetS}`,
  };
}
