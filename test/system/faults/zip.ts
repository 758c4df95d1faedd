import type { Fault } from './fault.ts';

export const zip: Fault[] = [
  {
    name: 'a member unpacks to more than its header says',
    file: 'src/zip/zip-reader.ts',
    find: "      if (bytes > bytesMax) throw new ZipFault('too_large');\n",
    replace: '',
    tests: ['src/zip/zip-reader.test.ts'],
  },
  {
    name: 'the members of a file may unpack to any size together',
    file: 'src/zip/zip-reader.ts',
    find: '      this.#unpacked += slice.length;\n',
    replace: '',
    tests: ['src/zip/zip-reader.test.ts'],
  },
  {
    name: 'a damaged member is read',
    file: 'src/zip/zip-reader.ts',
    find: "    if (checksum !== entry.crc32) throw new ZipFault('wrong_checksum');\n",
    replace: '',
    tests: ['src/zip/zip-reader.test.ts'],
  },
];
