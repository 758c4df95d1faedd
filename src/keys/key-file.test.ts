import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.ts';
import { runs } from '../../test/support/seed.ts';
import { tempStorage, testClock } from '../../test/support/temp.ts';
import { csvRow } from '../domain/csv.ts';
import { SCOPES } from '../domain/key.ts';
import { issuedKeysCsv, KeyFileError, readKeysToIssue, readKeysToRevoke } from './key-file.ts';
import { BULK_KEYS_MAX, KeyIssuer } from './key-issuer.ts';

const clock = testClock();
const keyIssuer = new KeyIssuer(tempStorage(), clock);
const actor = { name: 'test', origin: 'test' };
const read = (text: string) => readKeysToIssue(text, keyIssuer, clock.ms);

function problemsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(KeyFileError);
    return (error as Error).message.split('\n');
  }
  throw new Error('the file was read');
}

describe('a file of keys to issue', () => {
  test('has its columns in any order and case, with a byte order mark, CRLF, semicolons and empty lines', () => {
    expect(read('\uFEFFScope;NAME;Tags\r\nall;"a; b";eu, broker\r\n\r\npixel;c;\r\n')).toMatchObject([
      { scope: 'all', name: 'a; b', tags: 'eu, broker' },
      { scope: 'pixel', name: 'c', tags: '' },
    ]);
  });

  test('every field is read as the command line reads it', async () => {
    const header = 'name,scope,owner,tags,notes,delegate,per_minute,per_day,expires,networks\n';
    const [key] = read(`${header}k,tariff,Ines,eu broker,note,on,7,70,90d,203.0.113.0/24 2001:db8::/32\n`);
    expect(key).toMatchObject({ perMinute: 7, perDay: 70, delegate: true, expiresAt: clock.ms + 90 * 86_400_000 });
    const [{ row }] = (await keyIssuer.issueAll([key!], actor)) as [{ row: object; key: string }];
    expect(row).toMatchObject({
      notes: 'note delegate:on',
      tags: 'broker eu',
      networks: '203.0.113.0/24 2001:db8::/32',
    });
  });

  test('a file of too many cells is refused before it is parsed, which would block the server for seconds', () => {
    const header = 'name,scope\n';
    for (const text of ['\n', '\r\n', ',', 'a,all\n', '"a",all\n'].map((part) => header + part.repeat(200_000)))
      expect(problemsOf(() => read(text))[0]).toStartWith('The file has more than 50000 cells.');
    const notes = `"${',\n'.repeat(900)}x"`;
    expect(read(`name,scope,notes\n${`a,all,${notes}\n`.repeat(BULK_KEYS_MAX)}`)).toHaveLength(BULK_KEYS_MAX);
  });

  test('every problem of every line is named with its column, and no key is repeated', () => {
    const text = [
      'name,scope,delegate,per_minute,expires,networks,tags',
      'ok,all,,,,,',
      ',all,,,,,',
      'a,moon,,,,,',
      'a,all,yes,,,,',
      'a,all,,1e3,,,',
      'a,all,,0,,,',
      'a,all,,,2027-02-30,,',
      'a,all,,,2001-01-01,,',
      '"two',
      'lines",all,,,,home,',
      'a,all,,,,,"eu !"',
      'a,all',
      'a,svc_0123456789abcdefghijklmn,,,,,',
    ].join('\n');
    expect(problemsOf(() => read(text))).toEqual([
      'Line 3, name: A name has 1 to 200 characters.',
      'Line 4, scope: "moon" is not a scope. Use tariff, pixel, entry, all.',
      'Line 5, delegate: "yes" is neither on nor off.',
      'Line 6, per_minute: "1e3" is not a whole number.',
      'Line 7, per_minute: A limit is a whole number from 1 to 1,000,000,000.',
      'Line 8, expires: "2027-02-30" is not an expiry. Use a time from now such as 90d, a last day such as 2027-01-31, or never.',
      'Line 9, expires: The expiry is in the past. Choose a later time.',
      'Line 10, networks: "home" is not a network. Write an address, or a CIDR such as 203.0.113.0/24 or 2001:db8::/32.',
      'Line 12, tags: "!" is not a tag. A tag is a word of up to 32 letters, digits, dots, dashes, colons or underscores.',
      'Line 13: 2 cells, but the header has 7.',
      'Line 14, scope: "svc_…" is not a scope. Use tariff, pixel, entry, all.',
    ]);
  });

  test.each([
    ['', 'Line 1: the column name is missing.'],
    ['name,scope\n', 'The file has no keys.'],
    ['name,scope,name\na,all,b\n', 'Line 1: the column name is there twice.'],
    ['name,scope,colour\na,all,red\n', 'Line 1: "colour" is not a column.'],
    ['name,scope\n"a"b,all\n', 'Line 2: a quote is misplaced.'],
    [`name,scope\n${'a,all\n'.repeat(BULK_KEYS_MAX + 1)}`, 'The file has 201 keys. At most 200'],
    ['x'.repeat(2_000_001), 'The file is larger than 2 MB.'],
    [`name,scope\n${'a,moon\n'.repeat(30)}`, 'and 10 more'],
  ])('%p is refused', (text, sentence) => {
    expect(problemsOf(() => read(text)).join('\n')).toContain(sentence);
  });

  test('what is written as CSV is read back as it was, whatever the texts hold', () => {
    const text = (maxLength: number) =>
      fc
        .string({ unit: anyCharacter, maxLength })
        // The reader trims cells, and takes one apostrophe away from before a formula.
        .map((value) => value.trim())
        .filter((value) => !/^'[=@\t\r+-]/.test(value) && !value.startsWith('\uFEFF'));
    const key = fc.record({
      name: text(30).filter((name) => name !== ''),
      scope: fc.constantFrom(...SCOPES),
      owner: fc.oneof(text(30), fc.constantFrom('=1+1', '@sum', '-2+3', '+49 30', 'a,"b"\r\n;c')),
      notes: text(60),
    });
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 8 }), (keys) => {
        const rows = keys.map(({ name, scope, owner, notes }) => csvRow([name, scope, owner, notes]));
        const found = read(`name,scope,owner,notes\r\n${rows.join('')}`);
        expect(found.map(({ name, scope, owner, notes }) => ({ name, scope, owner, notes }))).toEqual(keys as never);
      }),
      { numRuns: runs(40, 1000) },
    );
  });
});

describe('a file of keys to revoke', () => {
  test('names them in its column id, or key, or one a line', () => {
    expect(readKeysToRevoke('key,name,id\nsvc_ab12…wxyz,a,7\n')).toEqual([{ line: 2, text: '7' }]);
    expect(readKeysToRevoke('name,key\n"a\nb",svc_ab12…wxyz\nc,svc_ab13…wxyz')).toEqual([
      { line: 2, text: 'svc_ab12…wxyz' },
      { line: 4, text: 'svc_ab13…wxyz' },
    ]);
    expect(readKeysToRevoke('7\n\n#8\r\n')).toEqual([
      { line: 1, text: '7' },
      { line: 3, text: '#8' },
    ]);
  });

  test('an empty file, a line without a key and too many keys are refused', () => {
    expect(problemsOf(() => readKeysToRevoke(''))).toEqual(['The file names no keys.']);
    expect(problemsOf(() => readKeysToRevoke('id,name\n,a\n7,b'))).toEqual(['Line 2: no key.']);
    expect(problemsOf(() => readKeysToRevoke('7\n'.repeat(201)))[0]).toContain('At most 200');
  });
});

test('the file of issued keys has each key once, and no cell that runs as a formula', async () => {
  const issued = await keyIssuer.issueAll([{ name: '=1+1', scope: 'all', owner: '@x, "y"' }], actor);
  const { id } = issued[0]!.row;
  expect(issuedKeysCsv(issued)).toBe(
    `id,key,name,scope,owner,tags,expires\r\n${id},${issued[0]!.key},'=1+1,all,"'@x, ""y""",,\r\n`,
  );
});
