/**
 * A date as a string object with an explicit offset (ISO 32000-1, 7.9.4). A bare `Z`, which the standard allows, is refused by the
 * strict mode of pdfcpu.
 */
export function pdfDate(ms: number): string {
  return `(D:${new Date(ms).toISOString().slice(0, 19).replace(/\D/g, '')}+00'00')`;
}
