/** What every v0 request passes: CORS for browsers, and the limit of its address. */
import { PortsideError } from '../../domain/errors.ts';
import { clientAddress, type TrustedProxies } from '../../http/client-address.ts';
import type { AddressLimit, AddressVerdict } from './address-limit.ts';

/** What a page elsewhere may read of an answer. */
const EXPOSED =
  'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Tariff-As-Of, X-Tariff-List, X-Tariff-List-Version';

type HeaderFields = Record<string, string | number>;

export interface RequestContext {
  request: Request;
  set: { headers: unknown };
}

export class RateLimitGuard {
  constructor(
    private readonly reads: AddressLimit,
    private readonly scans: AddressLimit,
    private readonly trusted: TrustedProxies,
    private readonly socketAddress: (request: Request) => string,
  ) {}

  /** Counts the request as a read. @throws PortsideError `rate_limited` with `Retry-After` */
  admitRead(context: RequestContext): void {
    this.#admit(context, this.reads);
  }

  /** Counts the request as a scan, of which there are far fewer. */
  admitScan(context: RequestContext): void {
    this.#admit(context, this.scans);
  }

  #admit({ request, set }: RequestContext, limit: AddressLimit): void {
    const socket = this.socketAddress(request);
    const verdict = limit.admit(clientAddress(socket, request.headers.get('x-forwarded-for'), this.trusted));
    Object.assign(set.headers as HeaderFields, openToBrowsers, limitHeaders(limit, verdict));
    if (verdict.admitted) return;
    throw new PortsideError('rate_limited', {
      message: 'The rate limit of this address is spent.',
      retryAfterS: Math.max(1, verdict.resetS),
    });
  }
}

const openToBrowsers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED };

/** The answer to a preflight: browsers ask once a day. */
export function preflight(methods: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...openToBrowsers,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'Content-Type, If-None-Match',
      'access-control-max-age': '86400',
      allow: methods,
    },
  });
}

function limitHeaders({ perMinute }: AddressLimit, { left, resetS }: AddressVerdict): HeaderFields {
  return { 'ratelimit-policy': `"address";q=${perMinute};w=60`, ratelimit: `"address";r=${left};t=${resetS}` };
}
