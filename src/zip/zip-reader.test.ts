/** ZIP files that are read, and the reasons why others are refused. The fuzzers of `spreadsheet` read damaged ones. */
import { expect, test } from 'bun:test';
import { zipFile } from '../../test/support/zip-file.ts';
import { ZipFault, type ZipFaultKind, ZipReader } from './zip-reader.ts';

const LIMITS = { members: 3, memberBytes: 1000, bytes: 1500 };
const CENTRAL = 'PK\x01\x02';
const GOOD = zipFile([{ name: 'a', data: 'text' }]);

async function read(bytes: Uint8Array): Promise<[name: string, text: string][]> {
  const zip = await ZipReader.open(bytes, LIMITS);
  const texts: [string, string][] = [];
  for (const member of zip.members)
    texts.push([member.name, Buffer.concat(await Array.fromAsync(zip.content(member))).toString()]);
  return texts;
}

/** `bytes` with another value of 16 bits in each header of its directory. @param at of the field in the header */
function changed(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const file = Buffer.from(bytes);
  for (let header = file.indexOf(CENTRAL); header >= 0; header = file.indexOf(CENTRAL, header + 4))
    file.writeUInt16LE(value, header + at);
  return file;
}

const filled = (...lengths: number[]) =>
  zipFile(lengths.map((length, at) => ({ name: `${at}`, data: 'x'.repeat(length) })));

test.each<[what: string, bytes: Uint8Array, read: [string, string][]]>([
  ['members in their order, and names with /', zipFile([{ name: 'é\\b', data: 'ä' }]), [['é/b', 'ä']]],
  ['no member', zipFile([]), []],
  ['a line break behind it', Buffer.concat([GOOD, Buffer.from('\r\n')]), [['a', 'text']]],
  [
    'two of a name',
    zipFile(['x', 'y'].map((data) => ({ name: 'a', data }))),
    [
      ['a', 'x'],
      ['a', 'y'],
    ],
  ],
  ['a size that is too small', zipFile([{ name: 'a', data: 'text', claimedSize: 1 }]), [['a', 'text']]],
  [
    'as much as is allowed',
    filled(1000, 500),
    [
      ['0', 'x'.repeat(1000)],
      ['1', 'x'.repeat(500)],
    ],
  ],
])('read: %s', async (_, bytes, members) => {
  expect(await read(bytes)).toEqual(members);
});

test.each<[what: string, bytes: Uint8Array, kind: ZipFaultKind]>([
  ['nothing', new Uint8Array(), 'no_directory'],
  ['text', Buffer.from('text'.repeat(10)), 'no_directory'],
  ['its first half', GOOD.subarray(0, GOOD.length / 2), 'no_directory'],
  ['its second half', GOOD.subarray(40), 'damaged_directory'],
  ['too many members', filled(0, 0, 0, 0), 'too_many_members'],
  ['a member that is too large', filled(1001), 'too_large'],
  [
    'a member that is larger than it says',
    zipFile([{ name: 'a', data: 'x'.repeat(1001), claimedSize: 1 }]),
    'too_large',
  ],
  ['a member that says it is too large', zipFile([{ name: 'a', data: 'x', claimedSize: 1001 }]), 'too_large'],
  ['members that are too large together', filled(1000, 501), 'too_large'],
  ['members of one place', changed(filled(900, 900), 42, 0), 'too_large'],
  ['a member with a password', changed(GOOD, 8, 1), 'encrypted'],
  ['a member with strong encryption', changed(GOOD, 8, 0x41), 'encrypted'],
  ['a member of another method', changed(GOOD, 10, 12), 'unknown_method'],
  ['a member that is cut', changed(GOOD, 20, 3), 'damaged_content'],
  ['a member beyond the end', changed(GOOD, 20, 5000), 'incomplete'],
  ['a member at another place', changed(GOOD, 42, 4), 'damaged_header'],
  ['another content', changed(GOOD, 16, 0), 'wrong_checksum'],
])('refused: %s', async (_, bytes, kind) => {
  const fault = await read(bytes).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ZipFault);
  expect((fault as ZipFault).kind).toBe(kind);
});
