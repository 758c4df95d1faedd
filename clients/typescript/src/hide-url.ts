/** Node, Bun and Deno ask a value for what they print instead of it. */
const PRINTED = Symbol.for('nodejs.util.inspect.custom');

/** Keeps the signed URL of an answer out of what is printed of it. Reading, copying and `JSON.stringify` still give it. */
export function hideSignedUrl<T extends object>(answer: T): T {
  if (!('gcc_pdf_url' in answer)) return answer;
  const { gcc_pdf_url: _, ...shown } = answer;
  return Object.defineProperty(answer, PRINTED, { value: () => shown });
}
