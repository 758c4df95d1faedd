/** Workbooks by hand, for what no program writes: each part as it is given, and each packed as it is wanted. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

export interface RawMember {
  name: string;
  content: string | Uint8Array;
  /** Compressed bytes that stand for more than `content`. */
  packed?: Uint8Array;
  /** Of what `packed` stands for. */
  checksum?: number;
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface WorkbookText {
  /** Inside of `sheetData`. */
  rows: string;
  strings?: string;
  styles?: string;
  is1904?: boolean;
  /** Between the XML declaration and the root of the sheet. */
  prolog?: string;
  /** After `sheetData`. */
  tail?: string;
  /** Parts that replace or join those of an ordinary workbook. */
  others?: readonly RawMember[];
}

export function workbook({
  rows,
  strings,
  styles,
  is1904,
  prolog = '',
  tail = '',
  others = [],
}: WorkbookText): Uint8Array {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${TYPE}/${type}" Target="${target}"/>`;
  const parts: RawMember[] = [
    {
      name: '_rels/.rels',
      content: `<Relationships ${RELATIONS}>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${MAIN} xmlns:r="${TYPE}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships ${RELATIONS}>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'sharedStrings', 'sharedStrings.xml')}${relation(3, 'styles', 'styles.xml')}</Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0"?>${prolog}<worksheet ${MAIN}><sheetData>${rows}</sheetData>${tail}</worksheet>`,
    },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: `<sst ${MAIN}>${strings}</sst>` }]),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', content: `<styleSheet ${MAIN}>${styles}</styleSheet>` }]),
  ];
  const replaced = new Set(others.map(({ name }) => name));
  return zipOf([...parts.filter(({ name }) => !replaced.has(name)), ...others]);
}

const READ_CHARS_MAX = 64 << 20;

/** A part that unpacks to `unit` so many times, without ever being made. */
export function repeated(name: string, before: string, unit: string, times: number, after: string): RawMember {
  const perBlock = Math.max(1, Math.floor((1 << 20) / unit.length));
  const flushed = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH });
  const block = flushed(unit.repeat(perBlock));
  const blocks = Array<Uint8Array>(Math.floor(times / perBlock)).fill(block);
  const rest = flushed(unit.repeat(times % perBlock));
  const packed = Buffer.concat([flushed(before), ...blocks, rest, deflateRawSync(after)]);
  // Of more than this nobody reads the end.
  const isRead = unit.length * times < READ_CHARS_MAX;
  return { name, content: '', packed, checksum: isRead ? crc32(before + unit.repeat(times) + after) : 0 };
}

export function zipOf(members: readonly RawMember[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, packed, checksum } of members) {
    const bytes = Buffer.from(content as string);
    const body = packed ?? deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(checksum ?? crc32(bytes), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), body]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name)]));
    files.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, central, end]);
}
