/** An indirect object of the file (ISO 32000-1, 7.3.10). */
export interface Reference {
  data: Record<string, unknown>;
  end(chunk?: Uint8Array): void;
}
