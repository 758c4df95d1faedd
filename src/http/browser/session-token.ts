/** The random token of a browser. A cookie holds it, and the database only its hash. */
import type { Clock } from '../../domain/clock.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import type { Client } from './client.ts';

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[0-9A-Za-z_-]{43}$/;

/** Visitors who are not signed in get a token too: their sign-in form is tied to it. */
export function makeToken(clock: Pick<Clock, 'random'>): string {
  return Buffer.from(clock.random(TOKEN_BYTES)).toString('base64url');
}

export function isToken(text: string): boolean {
  return TOKEN_SHAPE.test(text);
}

export function hashToken(token: string): string {
  return sha256Hex(token);
}

/** The token in the forms of a session. Only someone who can read the session's pages knows it. */
export function csrfToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(`form ${token}`).digest('base64url');
}

interface TokenCookieOptions {
  /** Of the cookie over plain HTTP. */
  name: string;
  /** The paths that the cookie is sent to. */
  path: '/' | `/${string}`;
  maxAgeS: number;
}

export class TokenCookie {
  readonly #options: TokenCookieOptions;

  constructor(options: TokenCookieOptions) {
    this.#options = options;
  }

  /** The token in the request's cookie; undefined when there is none or it is malformed. */
  read(request: Request, client: Pick<Client, 'secure'>): string | undefined {
    const token = new Bun.CookieMap(request.headers.get('cookie') ?? '').get(this.#name(client));
    return token && isToken(token) ? token : undefined;
  }

  /** The value of `Set-Cookie` that stores `token`. */
  text(token: string, client: Pick<Client, 'secure'>): string {
    const { path, maxAgeS: maxAge } = this.#options;
    const { secure } = client;
    return new Bun.Cookie(this.#name(client), token, {
      path,
      httpOnly: true,
      sameSite: 'strict',
      secure,
      maxAge,
    }).toString();
  }

  /**
   * With a prefix, plain HTTP cannot set the cookie, and with `__Host-` no other subdomain either. Browsers accept the prefixes over
   * HTTPS only, and `__Host-` only for the path `/`.
   */
  #name({ secure }: Pick<Client, 'secure'>): string {
    const { name, path } = this.#options;
    if (!secure) return name;
    return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
  }
}
