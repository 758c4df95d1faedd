/**
 * What a page for people is sent with, whoever serves it: it loads what `loads` names (directives of a content security
 * policy) and nothing else, nothing inline, is shown in no frame, and asks for no device of its visitor. That a type is not to
 * be guessed the edge says, of every answer.
 */
export function pageHeaders(loads: string) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; ${loads}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}
