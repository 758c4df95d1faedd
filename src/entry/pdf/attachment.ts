/** A file inside the document (ISO 32000-1, 7.11.4), associated with it as PDF/A-3 requires (ISO 19005-3, 6.8). */
import { type PdfFile, pdfText } from './pdf-file.ts';

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
 * @param date when it was made, as a string object
 * @returns the object of the file specification
 */
export function writeAttachment(
  file: PdfFile,
  { name, mediaType, description, bytes }: FileAttachment,
  date: string,
): number {
  const embedded = file.addStream(
    bytes,
    `
/Type /EmbeddedFile
/Subtype /${mediaType.replace('/', '#2F')}
/Params <<
/Size ${bytes.byteLength}
/CreationDate ${date}
/ModDate ${date}
>>`,
  );
  // The page is made from this data: the relationship is `Data`.
  return file.add(`<<
/Type /Filespec
/AFRelationship /Data
/F ${pdfText(name)}
/UF ${pdfText(name)}
/EF <<
/F ${embedded} 0 R
/UF ${embedded} 0 R
>>
/Desc ${pdfText(description)}
>>`);
}
