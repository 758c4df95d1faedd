/**
 * Device cookies: a browser in which an operator has signed in proves it at the next sign-in, so that its attempts are not counted
 * with those of strangers. The cookie gives no access. It holds a random id and a MAC over that id, the operator and the time of
 * the operator's password, so a new password or another operator of the same name makes it worthless.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import type { Operator } from '../../domain/operator.ts';
import type { SettingsStore } from '../../domain/settings-store.ts';
import type { Client } from '../../http/browser/client.ts';

/** The setting that stores the key of the MAC. */
const DEVICE_KEY = 'device_key';
const ID_BYTES = 16;
const SHAPE = /^([0-9A-Za-z_-]{22})\.([0-9A-Za-z_-]{43})$/;
/** Browsers keep no cookie for longer (RFC 6265bis). */
const MAX_AGE_SECONDS = 400 * 86_400;

export class DeviceCookies {
  readonly #settings: SettingsStore;
  readonly #clock: Pick<Clock, 'random'>;
  #key: string | undefined;

  constructor({ settings }: { settings: SettingsStore }, clock: Pick<Clock, 'random'>) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** The row that the attempts of this browser are counted in; undefined unless this operator has signed in with it before. */
  async rowOf(request: Request, client: Client, operator: Operator): Promise<string | undefined> {
    const cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '');
    const [, id, mac] = SHAPE.exec(cookies.get(cookieName(client, operator)) ?? '') ?? [];
    if (!id || !mac) return undefined;
    const expected = await this.#mac(id, operator);
    return timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ? `device ${operator.id} ${id}` : undefined;
  }

  /** The value of `Set-Cookie` that makes this browser known to the operator. */
  async issue(client: Client, operator: Operator): Promise<string> {
    const id = Buffer.from(this.#clock.random(ID_BYTES)).toString('base64url');
    return new Bun.Cookie(cookieName(client, operator), `${id}.${await this.#mac(id, operator)}`, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: client.secure,
      maxAge: MAX_AGE_SECONDS,
    }).toString();
  }

  async #mac(id: string, operator: Operator): Promise<string> {
    this.#key ??= await this.#settings.keep(DEVICE_KEY, () =>
      Buffer.from(this.#clock.random(32)).toString('base64url'),
    );
    return createHmac('sha256', this.#key)
      .update(`device ${operator.id} ${operator.passwordSetAt} ${id}`)
      .digest('base64url');
  }
}

/** One for each operator: several may use one browser. */
function cookieName({ secure }: Client, { id }: Operator): string {
  return `${secure ? '__Host-' : ''}portside_device_${id}`;
}
