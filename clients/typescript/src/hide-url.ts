/**
 * Keeps the signed URL of an answer out of what is printed of it, also by `console.dir`: a getter is printed as `[Getter]`. Reading,
 * copying and `JSON.stringify` still give it.
 */
export function hideSignedUrl<T extends object>(answer: T): T {
  if (!('gcc_pdf_url' in answer)) return answer;
  const { gcc_pdf_url: url } = answer;
  return Object.defineProperty(answer, 'gcc_pdf_url', { enumerable: true, configurable: true, get: () => url });
}
