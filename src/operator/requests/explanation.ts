/** What happened to a request, in plain words: for an operator whom a customer asks. */
import { ERRORS, type ErrorCode } from '../../domain/errors.ts';
import type { LoggedRequest } from '../../domain/request-log.ts';
import { ERROR_STATUS } from '../../http/error-response.ts';

export interface Explanation {
  /** One sentence, about this request. */
  what: string;
  /** What to do about it; empty if there is nothing. */
  todo: string;
}

const BY_CODE: Record<ErrorCode, Explanation> = {
  unauthorized: {
    what: 'It had no key, or one that is unknown, expired, revoked, or bound to other networks.',
    todo: 'Ask the caller for what is shown of the key, find it under Keys, and look at its status and networks.',
  },
  scope: {
    what: 'The key is valid, but not for this product.',
    todo: 'Change the scope of the key on its page, or let the caller use another key.',
  },
  beta: {
    what: 'The closed beta is on and the key is not enrolled.',
    todo: 'Switch on the delegate mode on the page of the key.',
  },
  url_expired: {
    what: 'The link to the certificate had expired.',
    todo: 'The caller generates the certificate again with the same Idempotency-Key, and gets a new link.',
  },
  url_invalid: {
    what: 'The link to the certificate was changed on its way, or it was signed with a key that is no longer in use.',
    todo: 'Compare the link that was sent with the one that was opened.',
  },
  not_found: {
    what: 'There is nothing at this address.',
    todo: 'The caller compares the address with the reference: paths are exact, without a slash at the end.',
  },
  method_not_allowed: {
    what: 'The address exists, but does not answer this method.',
    todo: 'The answer named the right methods in the header Allow.',
  },
  conflict: {
    what: 'The Idempotency-Key had been used with another body, the certificate was revoked, or the job is not finished.',
    todo: 'The caller uses a new Idempotency-Key for each certificate or job, and waits for the end of a job.',
  },
  payload_too_large: {
    what: 'The body was too large.',
    todo: 'The caller sends fewer codes or a shorter document.',
  },
  unsupported_media_type: {
    what: 'The body was not declared as JSON.',
    todo: 'The caller sends the header Content-Type: application/json.',
  },
  invalid_json: { what: 'The body could not be read as JSON.', todo: 'The caller checks what was sent.' },
  invalid_request: {
    what: 'The body did not match the schema, or asked for something that is not allowed.',
    todo: 'The answer named each fault and its place in its details. Bodies are not kept here.',
  },
  rate_limited: {
    what: 'A limit was used up: of requests, or of what scans and certificates use.',
    todo: 'The page of the key shows which, and its limits can be changed there.',
  },
  upstream_failed: {
    what: 'The storefront could not be fetched or read.',
    todo: 'Open the address in a browser. Scans has the address and the error.',
  },
  upstream_timeout: {
    what: 'The storefront did not answer in time.',
    todo: 'Try again later. If it stays so, the storefront is slow or keeps us out.',
  },
  unavailable: {
    what: 'The service could not take the request: the database or the workers were busy, or the disk is nearly full.',
    todo: 'Look for the request id in the log of the server, and run portside doctor.',
  },
  internal: {
    what: 'Something failed on our side.',
    todo: 'Look for the request id in the log of the server: the line says why.',
  },
};

export function explain({ status, code, route, keyId }: LoggedRequest): Explanation {
  if (route === '/operator/sign-in')
    return { what: 'Somebody failed to sign in to this page.', todo: 'The audit says who and from where.' };
  if (status === 499)
    return {
      what: 'The caller went away before the answer was there.',
      todo: 'If it happens often, the caller waits too short a time: a scan may take 15 seconds, a deep one 30.',
    };
  if (status === 421)
    return {
      what: 'The request was for a host that this server does not have.',
      todo: 'If the host is yours, add it to PORTSIDE_HOSTS.',
    };
  if (Object.hasOwn(BY_CODE, code)) {
    const explanation = BY_CODE[code as ErrorCode];
    // Without a key the limit is that of an address.
    return code === 'rate_limited' && keyId === null
      ? { what: 'The limit of the address of the caller was used up.', todo: 'A caller with a key has higher limits.' }
      : explanation;
  }
  if (status === 400)
    return {
      what: 'The request was malformed HTTP: a target that can be read in two ways, or no well-formed host.',
      todo: 'Look at the client, or at a proxy in between.',
    };
  return status < 400
    ? { what: 'It was answered.', todo: '' }
    : { what: 'It was refused.', todo: 'Look for the request id in the log of the server.' };
}

/** The section of the documentation about a code; undefined if it has none. */
export function documentationOf(code: string): string | undefined {
  return Object.hasOwn(ERRORS, code) && Object.hasOwn(ERROR_STATUS, code)
    ? `/docs/errors#${code}-${ERROR_STATUS[code as ErrorCode]}`
    : undefined;
}
