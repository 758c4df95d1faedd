/** What was filed before for the same certifier and collection, as far as an entry depends on it. */
export interface FiledHistory {
  /** Keys of parties that the registry has, with the hash of what was filed of them. Undefined where that is not known. */
  parties: ReadonlyMap<string, string | undefined>;
  /** Filed versions by product, the newest last. */
  versions: ReadonlyMap<string, readonly { versionId: string; gccId: string }[]>;
}

export const NOTHING_FILED: FiledHistory = { parties: new Map(), versions: new Map() };
