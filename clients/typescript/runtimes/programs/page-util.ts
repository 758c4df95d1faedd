/** What a browser has in place of `node:util`: everything that can be reached, as JSON. */
export function inspect(value: unknown): string {
  return `${value} ${JSON.stringify(value)}`;
}
