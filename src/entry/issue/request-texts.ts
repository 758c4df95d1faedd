/** Every text of a request, with its place. */
import type { GccRequest } from '../../domain/certificate.ts';

interface PlacedText {
  /** JSON pointer (RFC 6901). No field of a request has a name that needs escaping. */
  path: string;
  text: string;
}

/** The texts in the order of the request. Dates and numbers of identifiers are texts too. */
export function textsOf(request: GccRequest): PlacedText[] {
  return placedTexts('', request);
}

function placedTexts(path: string, value: unknown): PlacedText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placedTexts(`${path}/${key}`, inner));
}
