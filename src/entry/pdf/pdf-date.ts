/**
 * A date as text with an explicit offset (ISO 32000-1, 7.9.4). pdfkit writes a `Date` with a bare `Z`, which the standard allows
 * and pdfcpu's strict mode refuses. pdfkit uses the two methods for the file's id and for XMP.
 */
export class PdfDate extends String {
  readonly #date: Date;

  constructor(ms: number) {
    const date = new Date(ms);
    super(`D:${date.toISOString().slice(0, 19).replace(/\D/g, '')}+00'00'`);
    this.#date = date;
  }

  getTime(): number {
    return this.#date.getTime();
  }

  toISOString(): string {
    return this.#date.toISOString();
  }
}
