/** A file inside the document (ISO 32000-1, 7.11.4), associated with it as PDF/A-3 requires (ISO 19005-3, 6.8). */
import type { PdfDate } from './pdf-date.ts';
import type { Reference } from './reference.ts';

export interface FileAttachment {
  /** Printable ASCII. */
  name: string;
  mediaType: string;
  /** Shown by readers beside the name. */
  description: string;
  bytes: Uint8Array;
}

/**
 * Writes the file. The caller lists it in the name tree and in `AF` of the catalogue.
 * @param refer creates an indirect object
 * @returns the file specification
 */
export function writeAttachment(
  refer: (data: Record<string, unknown>) => Reference,
  { name, mediaType, description, bytes }: FileAttachment,
  date: PdfDate,
): Reference {
  const file = refer({
    Type: 'EmbeddedFile',
    Subtype: mediaType.replace('/', '#2F'),
    Params: { Size: bytes.byteLength, CreationDate: date, ModDate: date },
  });
  file.end(bytes);
  const specification = refer({
    Type: 'Filespec',
    // The page is made from this data.
    AFRelationship: 'Data',
    F: new String(name),
    UF: new String(name),
    EF: { F: file, UF: file },
    Desc: new String(description),
  });
  specification.end();
  return specification;
}
