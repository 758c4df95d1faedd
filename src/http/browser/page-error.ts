/** A refusal that the operator sees as a page. */
export class PageError extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    message: string,
    readonly headers: Record<string, string> = {},
    /** Where the page leads; otherwise to the overview. */
    readonly link?: { address: string; text: string },
  ) {
    super(message);
  }
}
