import { describe, expect, test } from 'bun:test';
import { tempStorage, testClock } from '../../test/support/temp.ts';
import { csvRow } from '../domain/csv.ts';
import { keyColumns } from './key-columns.ts';
import { readKeysToEdit } from './key-edit-file.ts';
import { decodeKeyFile, KeyFileError } from './key-file.ts';
import { KeyIssuer } from './key-issuer.ts';

const clock = testClock();
const storage = tempStorage();
const keyIssuer = new KeyIssuer(storage, clock);
const actor = { name: 'test', origin: 'test' };
const read = (text: string) => readKeysToEdit(text, storage.keys, clock.ms);
const apply = async (text: string) => {
  const { edits } = await read(text);
  await keyIssuer.editAll(new Map(edits.map(({ row, edit }) => [row.id, edit])), actor);
  return edits;
};

async function problemsOf(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => undefined,
    (fault: unknown) => fault,
  );
  expect(error).toBeInstanceOf(KeyFileError);
  return (error as Error).message.split('\n');
}

const issue = (name: string, more = {}) => keyIssuer.issue({ name, scope: 'all', ...more }, actor);

test('an empty cell leaves a value, and a word empties it', async () => {
  const { row } = await issue('a', {
    owner: 'Ann',
    tags: 'eu',
    notes: 'n',
    perDay: 7,
    networks: '203.0.113.0/24',
    expiresAt: clock.ms + 1e6,
  });
  expect((await apply(`id,owner,tags,notes,per_day,networks,expires\n${row.id},,,,,,\n`))[0]!.changes).toBe('');
  const [edit] = await apply(
    `id,owner,tags,notes,per_day,networks,expires\n${row.id},none,none,none,default,any,never\n`,
  );
  expect(edit!.changes).toContain('owner "Ann" to none');
  expect(await storage.keys.find(row.id)).toMatchObject({
    owner: '',
    tags: '',
    notes: '',
    perDay: 10_000,
    networks: '',
    expiresAt: null,
  });
});

test('the list of keys as CSV, read back unchanged, changes nothing', async () => {
  await issue('=SUM(A1) "quoted", ø', {
    owner: '+Ann',
    tags: 'b a',
    notes: 'two\nlines\ndelegate:on',
    perMinute: 9,
    expiresAt: clock.ms + 1e9,
  });
  // They look like the cells in which an apostrophe guards against a formula.
  for (const name of ["'=x", "'-5", "''@x", "'", '-5']) await issue(name);
  const rows = await storage.keys.list(100, 0);
  const columns = keyColumns(clock.ms);
  const csv = [
    csvRow(Object.keys(columns)),
    ...rows.map((row) => csvRow(Object.values(columns).map((cell) => String(cell(row) ?? '')))),
  ].join('');
  const { edits, text } = await read(csv);
  expect(edits.map(({ changes }) => changes)).toEqual(rows.map(() => ''));
  // The text that the page carries from the first form to the second means the same.
  expect((await read(text)).edits.map(({ edit }) => edit)).toEqual(edits.map(({ edit }) => edit));
});

test('every problem of every line is named with its column, and nothing is changed', async () => {
  const { row, key } = await issue('b');
  const { row: revoked } = await issue('c');
  await keyIssuer.revoke(revoked.id, actor);
  const { row: other } = await issue('d');
  const text = [
    'key,name,scope,delegate,per_minute,expires,networks',
    `${row.id},new name,,,,,`,
    `${key},again,,,,,`,
    `${other.id},,moon,,,,`,
    `${revoked.id},,pixel,,,,`,
    '99999,x,,,,,',
    `svc_0123456789abcdefghijklmn,x,,,,,`,
  ].join('\n');
  const problems = await problemsOf(read(text));
  expect(problems).toEqual([
    `Line 3: key ${row.id} is on line 2 too.`,
    'Line 4, scope: "moon" is not a scope. Use tariff, pixel, entry, all.',
    `Line 5: Key ${revoked.id} is revoked. Only its name, owner, tags and notes can be changed.`,
    'Line 6: There is no key 99999. `portside keys list` shows all keys.',
    'Line 7: That is not a key: a character is missing or mistyped.',
  ]);
  expect(problems.join()).not.toContain(key.slice(8));
  expect((await storage.keys.find(row.id))!.name).toBe('b');
});

describe('the header', () => {
  test.each([
    ['name\nx\n', 'Line 1: the column id or key is missing.'],
    ['id\n1\n', 'Line 1: no column says what to change.'],
    ['id,status\n1,active\n', 'Line 1: no column says what to change.'],
    ...['nmae', 'constructor'].map((name) => [
      `id,${name}\n1,x\n`,
      `Line 1: "${name}" is not a column. The columns are id or key, name, scope, owner, tags, notes, delegate, per_minute, per_day, expires, networks.`,
    ]),
    ['id,name,name\n1,x,y\n', 'Line 1: the column name is there twice.'],
    ['id,name\n', 'The file names no keys.'],
    ['id,name\n1\n', 'Line 2: 1 cells, but the header has 2.'],
    ['id,name\n1,"x\n', 'Line 2: a quote is misplaced.'],
    [`id,name\n${'1,x\n'.repeat(201)}`, 'The file names 201 keys. At most 200 can be edited at once.'],
  ])('%j: %s', async (text, problem) => {
    expect(await problemsOf(read(text))).toContain(problem);
  });
});

test('what names a key is carried on as its id only', async () => {
  const { row, key } = await issue('carried');
  const { text } = await read(`key,owner\n"Bearer ${key}",Ann\n`);
  expect(text).toBe(`id,owner\r\n${row.id},Ann\r\n`);
});

test('edits of many keys are made together or not at all, each with its audit entry', async () => {
  const [one, two] = [(await issue('one')).row, (await issue('two')).row];
  const edits = new Map([
    [one.id, { owner: 'Ann' }],
    [two.id, { networks: 'home' }],
  ]);
  await expect(keyIssuer.editAll(edits, actor)).rejects.toThrow('home');
  expect((await storage.keys.find(one.id))!.owner).toBe('');
  edits.set(two.id, { networks: '203.0.113.7' });
  await keyIssuer.editAll(edits, actor);
  const audit = await storage.activity.search({ text: '', action: 'key.edit', limit: 2 });
  expect(audit.map(({ detail }) => detail)).toEqual(['networks any to 203.0.113.7/32', 'owner none to "Ann"']);
});

test('a file that is not UTF-8 is refused', () => {
  expect(() => decodeKeyFile(Uint8Array.of(0x6e, 0xe9))).toThrow('The file is not UTF-8');
  expect(decodeKeyFile(new TextEncoder().encode('\uFEFFé'))).toBe('\uFEFFé');
});
