/**
 * The headers of every HTML page. The page may load nothing but what `loads` allows, and nothing inline. No site may show it in a
 * frame, and it has no access to camera, location or microphone. The guard adds `X-Content-Type-Options` to every response.
 * @param loads directives of a content security policy
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
