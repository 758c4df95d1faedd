/** An indirect object of a PDF (ISO 32000-1, 7.3.10), as pdfkit represents it. */
export interface Reference {
  data: Record<string, unknown>;
  end(chunk?: Uint8Array): void;
}
