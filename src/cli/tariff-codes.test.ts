import { expect, test } from 'bun:test';
import { tempDir } from '../../test/support/temp.ts';
import { readCodes } from './tariff-codes.ts';

const BOTH = ['7616.99.5190', '8708295160'];

test.each([
  ['one on each line', '# mine\n7616.99.5190\r\n8708295160\r\n', BOTH],
  ['on one line', '7616.99.5190, 8708295160', BOTH],
  ['a CSV with a usual name', 'sku,qty,HTS code\n1001,4000,7616.99.5190\n1002,2000,8708295160\n', BOTH],
  ['a CSV with an underscore', 'sku;hts_code\n1001;7616.99.5190\n1002;8708295160\n', BOTH],
  ['a CSV with any name', 'part,number\nA,7616.99.5190\nB,8708295160\n', BOTH],
  ['a CSV with a German name', 'Artikel;Zolltarifnummer\n100200;7616.99.5190\n100300;8708295160\n', BOTH],
  ['a CSV with a Chinese name', '货号,海关编码\n100200,7616.99.5190\n100300,8708295160\n', BOTH],
  ['a bare list below a name with a digit', 'HTS10\n7616.99.5190\n8708295160\n', BOTH],
  ['an invalid code in a column', 'sku,hts\n1,7616.99.5190\n2,761699519\n3,\n', ['7616.99.5190', '761699519']],
  ['only one valid code in a named column', 'sku,hts\n1,x\n2,y\n3,z\n4,7616\n', ['x', 'y', 'z', '7616']],
  ['an invalid line', '7616.99.5190\n76169951x\n', ['7616.99.5190', '76169951x']],
  ['duplicates', '7616\n7616\n', ['7616', '7616']],
  ['UTF-16', Buffer.from('\ufeff7616.99.5190\n8708295160\n', 'utf16le'), BOTH],
])('codes are read from a file: %s', async (_, content, codes) => {
  const file = `${tempDir()}/parts`;
  await Bun.write(file, content as string);
  expect(await readCodes([file])).toEqual(codes as string[]);
  expect(await readCodes(['7601', file, 'x'])).toEqual(['7601', ...(codes as string[]), 'x']);
});

test.each([
  ['by their content', 'item,number\n100200,7616.99.5190\n100300,8708295160\n', '"item" and "number"'],
  ['by their names', 'HTS 1;HTS 2\n7616.99.5190;7601\n', '"HTS 1" and "HTS 2"'],
])('two columns of which either may be meant are refused: %s', async (_, content, columns) => {
  const file = `${tempDir()}/parts`;
  await Bun.write(file, content);
  await expect(readCodes([file])).rejects.toThrow(`columns ${columns} may both hold the codes.`);
});

test.each([
  ['prose', 'Please look these up.\nThank you.\n', /no list of HTS codes/],
  ['nothing', '# nothing\n', /lists no code/],
  ['a PDF', '%PDF-1.7\n%\xe2\xe3', /no list of HTS codes/],
])('a file with %s is refused by name', async (_, content, message) => {
  const file = `${tempDir()}/parts`;
  await Bun.write(file, content);
  await expect(readCodes([file])).rejects.toThrow(message);
  await expect(readCodes([file])).rejects.toThrow(file);
});

test.each(['parts.csv', './gone/parts', '..'])(
  '%s is a file, not a code, and is said to be unreadable',
  async (path) => {
    await expect(readCodes([path])).rejects.toThrow(`${path} cannot be read`);
  },
);

test('more codes than one lookup takes are refused, not cut', async () => {
  const file = `${tempDir()}/parts`;
  await Bun.write(file, '7616\n'.repeat(100_000));
  expect(await readCodes([file])).toHaveLength(100_000);
  await expect(readCodes([file, '7616'])).rejects.toThrow('100001 codes');
});
