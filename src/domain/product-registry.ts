/** The import calls of the CPSC Product Registry, as far as Portside uses them. */
import type { FilingError } from './filing.ts';

/** What the registry says of an import. */
export interface ImportVerdict {
  /** `pending`: not decided, or not said in a way that we can read. */
  state: 'pending' | 'accepted' | 'refused';
  errors: FilingError[];
}

/** A version of a product, as the registry knows a certificate. */
export interface ProductVersion {
  productId: string;
  versionId: string;
}

export interface ProductRegistry {
  /**
   * Sends an envelope once. It never certifies.
   * @returns the registry's id of the import
   * @throws RegistryFault
   */
  submit(envelope: unknown): Promise<string>;
  /** What the log of an import says of one version. @throws RegistryFault */
  verdict(importId: string, version: ProductVersion): Promise<ImportVerdict>;
  /** Whether the registry has a version, for an import whose answer was lost. @throws RegistryFault */
  has(version: ProductVersion): Promise<boolean>;
}

/** `not taken`: the registry has nothing of the request. `unknown`: it may have taken it. */
export type RegistryFaultKind = 'not taken' | 'unknown';

/** A call that failed. The message holds no secret, and nothing of what the other side sent but its status. */
export class RegistryFault extends Error {
  constructor(
    readonly kind: RegistryFaultKind,
    message: string,
    /** The HTTP status, where there was one. */
    readonly status?: number,
  ) {
    super(message);
    this.name = 'RegistryFault';
  }
}
