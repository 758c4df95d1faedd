/** Small durable values by name, such as the signing keys. */
export interface SettingsStore {
  get(name: string): Promise<string | undefined>;
  /** The stored value. If there is none, stores what `make` returns. Two processes that call this at once get the same value. */
  keep(name: string, make: () => string): Promise<string>;
}

/** The setting that stores the key that signs URLs, unless the configuration gives one. */
export const SIGNING_KEY = 'signing_key';

/** The setting that stores the secret from which rotations by `Idempotency-Key` derive their keys. */
export const ROTATION_SECRET = 'rotation_secret';

/** The setting that stores the key and the certificate that sign documents, unless the configuration gives them. */
export const DOCUMENT_SIGNER = 'document_signer';
