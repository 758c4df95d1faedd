/**
 * A key rotates itself, if the operator allows it. A retry whose answer was lost must show the same new key, and no key is stored. So
 * with an `Idempotency-Key` the new key is derived: HMAC-SHA-256 under a secret of this service, of the old key's text, the
 * `Idempotency-Key` and the overlap. Whoever has only the database lacks the old key, and whoever has only the old key lacks the secret.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, DAY_MS } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import { type ApiKey, isUsable, statusOf } from '../domain/key.ts';
import { ROTATION_SECRET, type SettingsStore } from '../domain/settings-store.ts';
import { KeyError } from './key-fields.ts';
import type { IssuedKey, KeyIssuer } from './key-issuer.ts';
import { hashKeyText, makeKeyText } from './key-text.ts';

const SECRET_BYTES = 32;
/** How long a repeated request is shown the new key again. */
const SHOWN_AGAIN_MS = DAY_MS;

export interface OwnRotationParts {
  /** Whether the operator allows it. */
  isAllowed: boolean;
  /** Whom to ask if not: `contact` of every error. */
  contact: string;
  keyIssuer: Pick<KeyIssuer, 'find' | 'rotate'>;
  settings: SettingsStore;
  clock: Clock;
}

interface RotationRequest {
  keyId: number;
  /** The text of the key that asks. */
  keyText: string;
  overlapMs: number;
  idempotencyKey: string | undefined;
  /** Address that the request came from. */
  origin: string;
}

export class OwnRotation {
  constructor(private readonly parts: OwnRotationParts) {}

  get isAllowed(): boolean {
    return this.parts.isAllowed;
  }

  /**
   * @returns the new key with its text, and the old key with its new end
   * @throws PortsideError `conflict` if it is not allowed or the key has a successor already, `unauthorized` if it was revoked meanwhile
   */
  async rotate(request: RotationRequest): Promise<IssuedKey & { old: ApiKey }> {
    const { isAllowed, contact, keyIssuer, clock } = this.parts;
    if (!isAllowed) {
      const message = `On this service a key cannot rotate itself. Ask its operator (${contact}) for a new key. The operator can also allow it, with PORTSIDE_KEY_ROTATION=on.`;
      throw new PortsideError('conflict', { message });
    }
    const key = await this.#newText(request);
    try {
      return await keyIssuer.rotate(request.keyId, request.overlapMs, this.#actor(request), key);
    } catch (error) {
      // The only other reason, an overlap out of bounds, the schema has excluded.
      if (!(error instanceof KeyError)) throw error;
    }
    const nowMs = clock.now();
    const old = await keyIssuer.find(request.keyId);
    if (!old || statusOf(old, nowMs) !== 'rotating') throw new PortsideError('unauthorized');
    const successor = await keyIssuer.find(old.successorId!);
    const isRepeated =
      request.idempotencyKey !== undefined &&
      successor !== undefined &&
      timingSafeEqual(Buffer.from(successor.hash), Buffer.from(hashKeyText(key))) &&
      successor.createdAt + SHOWN_AGAIN_MS > nowMs;
    if (isRepeated && isUsable(successor, nowMs)) return { key, row: successor, old };
    const message =
      'This API key was rotated already, so it cannot rotate again. Use its successor. The new key is shown again only to the same ' +
      'request with the same Idempotency-Key, for a day.';
    throw new PortsideError('conflict', { message });
  }

  async #newText({ keyText, idempotencyKey, overlapMs }: RotationRequest): Promise<string> {
    const { settings, clock } = this.parts;
    if (idempotencyKey === undefined) return makeKeyText(clock);
    const makeSecret = () => Buffer.from(clock.random(SECRET_BYTES)).toString('base64url');
    const secret = await settings.keep(ROTATION_SECRET, makeSecret);
    let block = 0;
    // JSON keeps the parts apart: no two requests give the same text.
    const random = () =>
      createHmac('sha256', secret)
        .update(JSON.stringify([block++, keyText, idempotencyKey, overlapMs]))
        .digest();
    return makeKeyText({ random });
  }

  #actor({ keyId, origin }: RotationRequest) {
    return { name: `key ${keyId}`, origin };
  }
}
