/** Fields that whoever has them can use: a signed URL, a new key, the secret of a webhook. */
const SECRETS = ['gcc_pdf_url', 'key', 'secret', 'webhook_secret'];

/**
 * Keeps the secrets of an answer out of what is printed of it, also by `console.dir`: a getter is printed as `[Getter]`. Reading, copying
 * and `JSON.stringify` still give them.
 */
export function hideSecrets<T extends object>(answer: T): T {
  for (const name of SECRETS) {
    const value = (answer as Record<string, unknown>)[name];
    if (typeof value !== 'string') continue;
    Object.defineProperty(answer, name, { enumerable: true, configurable: true, get: () => value });
  }
  return answer;
}
