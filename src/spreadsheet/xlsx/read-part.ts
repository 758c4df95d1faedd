/** The elements of one part of a workbook, as a stream. */
import { SaxesParser } from 'saxes';
import { refuse, TableRefused } from '../table-refused.ts';
import type { WorkbookPackage } from './workbook-package.ts';

/** Between two tags. A cell has at most 32,767 characters, of six at most in XML, and some writers break lines. */
const PIECE_CHARS_MAX = 4 << 20;
const DEPTH_MAX = 64;

export type Attributes = Readonly<Record<string, string>>;

/** Names come without prefix: some writers put `x:` before all of them. */
export interface PartReader {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** @throws TableRefused naming the part: damaged, not XML, or with a DOCTYPE, which could define entities without end */
export async function readPart(zip: WorkbookPackage, part: string, reader: PartReader): Promise<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let depth = 0;
  let sinceEvent = 0;
  const text = (piece: string) => {
    sinceEvent = 0;
    reader.text?.(piece);
  };
  parser.on('error', (error) => refuse(`This part is not well-formed XML: ${error.message.slice(0, 200)}.`, { part }));
  parser.on('doctype', () => refuse('This part has a DOCTYPE, which no workbook has.', { part }));
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0;
    if (++depth > DEPTH_MAX) refuse('The elements of this part are nested too deeply.', { part });
    reader.open?.(localName(name), attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0;
    depth--;
    reader.close?.(localName(name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  for await (const slice of zip.content(part)) {
    const piece = decode(decoder, part, slice);
    sinceEvent += piece.length;
    parser.write(piece);
    if (sinceEvent > PIECE_CHARS_MAX) refuse('This part has a text or tag of more than 4 MB.', { part });
  }
  parser.write(decode(decoder, part));
  try {
    parser.close();
  } catch (error) {
    if (error instanceof TableRefused) throw error;
    refuse('This part is not well-formed XML.', { part });
  }
}

function decode(decoder: TextDecoder, part: string, slice?: Uint8Array): string {
  try {
    return slice ? decoder.decode(slice, { stream: true }) : decoder.decode();
  } catch {
    return refuse('This part is not UTF-8.', { part });
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
