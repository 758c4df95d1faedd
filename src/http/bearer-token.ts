/** The token of an `Authorization: Bearer` header (RFC 6750); undefined if the header is another one or missing. */
export function bearerToken(authorization: string | null): string | undefined {
  return authorization && /^bearer /i.test(authorization) ? authorization.slice(7).trim() : undefined;
}
