/** JSON pointers in a response header: `X-Ignored-Fields` and `X-Certificate-Missing`. */
import { type FieldsSchema, ignoredFields } from '../domain/ignored-fields.ts';

/** `X-Ignored-Fields` names at most this many fields. */
const FIELDS_MAX = 10;
const POINTER_CHARS_MAX = 100;

type HeaderFields = Record<string, string | number | string[] | undefined>;

/** Sets `X-Ignored-Fields` if `body` has fields that `schema` does not. Call it once the body was validated. */
export function nameIgnoredFields(headers: HeaderFields, schema: FieldsSchema, body: unknown): void {
  const ignored = ignoredFields(schema, body, FIELDS_MAX + 1);
  if (ignored.length > 0) headers['x-ignored-fields'] = pointerList(ignored, FIELDS_MAX);
}

/** Separated by `, `; more than `most` end in `...`. */
export function pointerList(pointers: readonly string[], most = pointers.length): string {
  const shown = pointers.slice(0, most).map(headerText);
  return [...shown, ...(pointers.length > most ? ['...'] : [])].join(', ');
}

/**
 * A name is what the client sent: anything but printable ASCII is percent-encoded, and so are blanks, commas and `%`, so that no
 * name can add a header, or look like two.
 */
function headerText(pointer: string): string {
  // The encoded text is never shorter than the text, so nothing beyond the bound is looked at.
  const encoded = pointer
    .slice(0, POINTER_CHARS_MAX + 1)
    .toWellFormed()
    .replace(/[^!-~]|[%,]/gu, (character) => encodeURIComponent(character));
  return encoded.length > POINTER_CHARS_MAX ? `${encoded.slice(0, POINTER_CHARS_MAX).replace(/%.?$/, '')}...` : encoded;
}
