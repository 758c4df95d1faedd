/** Small durable values by name: password hash, signing keys. */
export interface SettingsStore {
  get(name: string): Promise<string | undefined>;
  /** The value that is kept; when there is none, `make` makes it. Of two processes at once, both get the same. */
  keep(name: string, make: () => string): Promise<string>;
}

/** The setting that `OperatorStore.setPassword` writes. */
export const OPERATOR_PASSWORD = 'operator_password';
