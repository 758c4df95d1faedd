/**
 * Backups that somebody changed: over 400 lines, because each change is one. In CI each is tried twice: signed with the right key, so
 * that only the check of the contents can refuse it, and as an unsigned one of version 0.1. The folder must stay as it was, byte
 * for byte.
 */
import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runs, sample } from '../../../test/support/seed.ts';
import { tempDir, tempStorage, testClock } from '../../../test/support/temp.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { KeyIssuer } from '../../keys/key-issuer.ts';
import { backUp } from './backup.ts';
import { appendTrailer, extractDatabase } from './backup-file.ts';
import { backupKeyPath, openBackupSigner } from './backup-key.ts';
import { emptyDatabase, MIGRATIONS } from './migrations.ts';
import { type RestoreOptions, restore } from './restore.ts';
import { schemaDifferences } from './schema-comparison.ts';

const clock = testClock();
const actor = { name: 'test', origin: 'test' };
const dir = tempDir();
const data = join(dir, 'var');
const target = join(data, 'portside.db');

/** The database inside a backup, without its trailer. */
const pristine = join(dir, 'pristine.db');
const good = join(dir, 'good.backup');
{
  const storage = tempStorage(data);
  await new KeyIssuer(storage, clock).issue({ name: 'a customer', scope: 'all' }, actor);
  await storage.settings.keep('signing_key', () => 'secret');
  storage.recordsFile.run("INSERT INTO operator_sessions VALUES ('session', 9999999999999, 1, 'o', 1, 1)");
  backUp(target, good, clock.ms);
  await storage.close();
  // The test closes it before the file ends, so that the folder does not change by itself.
  storage.close = async () => {};
}
const signer = openBackupSigner(target);
const goodBytes = readFileSync(good);
writeFileSync(pristine, goodBytes.subarray(0, goodBytes.length - 384));

function folderState(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, sha256Hex(readFileSync(join(data, name)).toString('latin1'))]),
  );
}

function sealUnsigned(path: string): void {
  const bytes = readFileSync(path);
  const sum = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
  const text = `\nportside-backup 1 sha256=${sum} bytes=${bytes.length} made=2026-11-21T12:00:00.000Z`;
  appendFileSync(path, `${text.padEnd(191)}\n`);
}

/** What `restore` says about the file, after it has refused it and left everything as it was. */
function refusal(path: string, options?: RestoreOptions): string {
  const before = folderState();
  let message = '';
  try {
    restore(path, target, clock.ms, options);
  } catch (error) {
    message = (error as Error).message;
    expect((error as Error).constructor.name).toBe('BackupError');
  }
  expect(folderState()).toEqual(before);
  expect(message).not.toBe('');
  expect(message).not.toMatch(/\p{Cc}/u);
  return message;
}

const file = join(dir, 'changed');

let turn = 0;

/** The refusals of a changed database, signed and unsigned; in the ordinary suite every second one is unsigned. */
function refusals(change: (path: string) => void): string[] {
  turn++;
  return [false, true].slice(runs(turn % 2, 0), runs((turn % 2) + 1, 2)).map((unsigned) => {
    rmSync(file, { force: true });
    copyFileSync(pristine, file);
    change(file);
    if (unsigned) sealUnsigned(file);
    else appendTrailer(file, '2026-11-21T12:00:00.000Z', signer);
    return refusal(file, { unsigned });
  });
}

/** With `node:sqlite`: `bun:sqlite` opens every database in defensive mode, in which the schema table is read-only. */
function sql(...statements: string[]): (path: string) => void {
  return (path) => {
    const database = new DatabaseSync(path, { defensive: false });
    for (const statement of statements) database.exec(statement);
    database.close();
  };
}

/** Changes rows of the schema table directly, which no other statement could make. */
const schemaRow = (...statements: string[]) =>
  sql('PRAGMA writable_schema = ON', ...statements, 'PRAGMA writable_schema = OFF');

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const redefine = (name: string, from: string, to: string) =>
  schemaRow(`UPDATE sqlite_schema SET sql = replace(sql, ${quoted(from)}, ${quoted(to)}) WHERE name = '${name}'`);
const addRow = (typeAndNames: string, definition: string) =>
  schemaRow(`INSERT INTO sqlite_schema VALUES (${typeAndNames}, ${quoted(definition)})`);

const tables = [...emptyDatabase(MIGRATIONS.length).query("SELECT name FROM sqlite_schema WHERE type = 'table'").all()]
  .map((row) => (row as { name: string }).name)
  // Virtual tables have no triggers.
  .filter((name) => !/^(sqlite_|key_search|certificate_texts)/.test(name));

/** It never ends if it runs. */
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT';
/** Takes the pages that other rows of the schema leave free, so that the check of the header does not find them. */
const PADDING = `/* ${'x'.repeat(6000)} */`;
const TRIGGER = `CREATE TRIGGER planted AFTER INSERT ON keys BEGIN INSERT INTO settings VALUES ('operator_password', 'mine'); END`;

const PLANTED: [string, (path: string) => void][] = [
  ...sample('tables', tables, 5).flatMap((table): [string, (path: string) => void][] => [
    [
      `a trigger on ${table}`,
      sql(`CREATE TRIGGER planted AFTER INSERT ON "${table}" BEGIN INSERT INTO changes VALUES ('keys', 1); END`),
    ],
    [
      `a view instead of ${table}`,
      sql(
        'PRAGMA writable_schema = ON',
        `DELETE FROM sqlite_schema WHERE tbl_name = '${table}'`,
        `INSERT INTO sqlite_schema VALUES ('view', '${table}', '${table}', 0, 'CREATE VIEW "${table}" AS ${ENDLESS} max(i) AS name FROM n ${PADDING}')`,
      ),
    ],
  ]),
  ['a BEFORE trigger', sql('CREATE TRIGGER planted BEFORE UPDATE ON keys BEGIN SELECT RAISE(IGNORE); END')],
  ['a missing trigger of ours', sql('DROP TRIGGER audit_keeps_rows', 'VACUUM')],
  [
    'a weakened trigger of ours',
    sql(
      'DROP TRIGGER audit_keeps_rows',
      'CREATE TRIGGER audit_keeps_rows BEFORE DELETE ON audit BEGIN SELECT 1; END',
      'VACUUM',
    ),
  ],
  ['a view of a new name', sql(`CREATE VIEW v AS ${ENDLESS} max(i) FROM n`)],
  [
    'a view with an INSTEAD OF trigger',
    sql('CREATE VIEW v AS SELECT 1 AS a', 'CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN SELECT 1; END'),
  ],
  ['another table', sql('CREATE TABLE more (a)')],
  ['a table whose name has control characters', sql('CREATE TABLE "\u001b[2J\n" (a)')],
  ['a table without rowid', sql('CREATE TABLE more (a PRIMARY KEY) WITHOUT ROWID')],
  ['a table filled by a query', sql('CREATE TABLE more AS SELECT * FROM keys')],
  ['an index with an expression', sql('CREATE INDEX more ON keys (lower(name))')],
  ['a partial index', sql('CREATE INDEX more ON keys (name) WHERE id > 5')],
  ['a unique index that refuses later rows', sql('CREATE UNIQUE INDEX more ON keys (scope)')],
  ['a missing index', sql('DROP INDEX keys_hash', 'VACUUM')],
  [
    'an index that is not unique any more',
    sql('DROP INDEX keys_hash', 'CREATE INDEX keys_hash ON keys (hash)', 'VACUUM'),
  ],
  ['an extra column', sql('ALTER TABLE keys ADD COLUMN more TEXT')],
  [
    'a generated column',
    sql('ALTER TABLE keys ADD COLUMN more TEXT GENERATED ALWAYS AS (hex(zeroblob(1000))) VIRTUAL'),
  ],
  ['a missing column', sql('DROP INDEX keys_last_used', 'ALTER TABLE keys DROP COLUMN last_used_at', 'VACUUM')],
  ['a renamed column', sql('ALTER TABLE settings RENAME COLUMN value TO worth')],
  ['a renamed table', sql('ALTER TABLE settings RENAME TO options')],
  ['a missing table', sql('DROP TABLE settings', 'VACUUM')],
  ['another default', redefine('keys', "DEFAULT ''", "DEFAULT 'delegate:on'")],
  ['a CHECK', redefine('keys', '`scope` text NOT NULL', '`scope` text NOT NULL CHECK (1)')],
  ['a table that is not STRICT', redefine('keys', ') STRICT', ')')],
  ['a column that may be NULL', redefine('keys', '`hash` text NOT NULL', '`hash` text')],
  ['another collation', redefine('keys', '`hash` text', '`hash` text COLLATE NOCASE')],
  ['another order of a comment', schemaRow("UPDATE sqlite_schema SET sql = sql || ' /* */' WHERE name = 'keys'")],
  [
    'a foreign key',
    redefine('keys', '`successor_id` integer', '`successor_id` integer REFERENCES keys ON DELETE CASCADE'),
  ],
  ['a trigger in a row that says it is an index', addRow("'index', 'planted', 'keys', 0", TRIGGER)],
  ['a trigger in a row of unknown kind', addRow("'TRIGGER', 'planted', 'keys', 0", TRIGGER)],
  ['a trigger in a row without names', addRow('NULL, NULL, NULL, 0', TRIGGER)],
  [
    'a trigger stored as a blob',
    schemaRow(`INSERT INTO sqlite_schema VALUES ('trigger', 'planted', 'keys', 0, CAST(${quoted(TRIGGER)} AS BLOB))`),
  ],
  [
    'a trigger behind a NUL',
    schemaRow(`UPDATE sqlite_schema SET sql = sql || char(0) || ${quoted(TRIGGER)} WHERE name = 'audit_keeps_rows'`),
  ],
  [
    'two triggers of one name',
    schemaRow("INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'audit_keeps_rows'"),
  ],
  ['a row that is not SQL', schemaRow("INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 2, 'hello')")],
  ['a row without SQL', schemaRow("INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 2, NULL)")],
  [
    'an index of another table',
    schemaRow("UPDATE sqlite_schema SET tbl_name = 'settings' WHERE name = 'keys_lineage'"),
  ],
  [
    'two tables on the same pages',
    schemaRow(
      "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'audit') WHERE name = 'tariff_imports'",
    ),
  ],
  ['a table on the page of the schema', schemaRow("UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'settings'")],
  ['a table beyond the end', schemaRow("UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'settings'")],
  ['a page number as text', schemaRow("UPDATE sqlite_schema SET rootpage = 'x' WHERE name = 'settings'")],
  ['a negative page number', schemaRow("UPDATE sqlite_schema SET rootpage = -1 WHERE name = 'settings'")],
  ['a name as a blob', schemaRow("UPDATE sqlite_schema SET name = CAST(name AS BLOB) WHERE name = 'audit_at'")],
  [
    'a view with the name of the schema table',
    schemaRow(
      "INSERT INTO sqlite_schema VALUES ('view', 'sqlite_master', 'sqlite_master', 0, 'CREATE VIEW sqlite_master AS SELECT 1')",
    ),
  ],
  [
    'a view with the other name of the schema table',
    schemaRow(
      "INSERT INTO sqlite_schema VALUES ('view', 'sqlite_schema', 'sqlite_schema', 0, 'CREATE VIEW sqlite_schema AS SELECT 1')",
    ),
  ],
  ['a virtual table', sql('CREATE VIRTUAL TABLE more USING fts5(a)')],
  [
    'a virtual table of an unknown module',
    schemaRow(
      "INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, 'CREATE VIRTUAL TABLE x USING zipfile(''/etc/passwd'')')",
    ),
  ],
  ['another tokenizer of the text index', redefine('key_search', 'trigram', 'ascii')],
  ['a text index over another table', redefine('key_search', "'keys'", "'settings'")],
  ['a missing shadow table of the text index', schemaRow("DELETE FROM sqlite_schema WHERE name = 'key_search_config'")],
  ['statistics that steer the planner', sql('ANALYZE')],
  ['a table with the start of a Litestream name', sql('CREATE TABLE _litestream_more (a)')],
  ['a Litestream table with another column', sql('CREATE TABLE _litestream_lock (id INTEGER, more TEXT)')],
  [
    'a trigger on a Litestream table',
    sql(
      'CREATE TABLE _litestream_lock (id INTEGER)',
      'CREATE TRIGGER t AFTER INSERT ON _litestream_lock BEGIN SELECT 1; END',
    ),
  ],
  ['no list of migrations', sql('DROP TABLE migrations', 'VACUUM')],
  [
    'a list of migrations that is a view',
    sql(
      'ALTER TABLE migrations RENAME TO m',
      `CREATE VIEW migrations AS ${ENDLESS} i AS name, i AS sha256, 1 AS applied_at FROM n`,
    ),
  ],
  ['an empty list of migrations', sql('DELETE FROM migrations')],
  ['a list with a gap', sql("DELETE FROM migrations WHERE name LIKE '0001%'")],
  [
    'a list that is shorter than the schema',
    sql('DELETE FROM migrations WHERE name > (SELECT min(name) FROM migrations)'),
  ],
  ['a migration of a newer version', sql("INSERT INTO migrations VALUES ('9999_future', 'x', 0)")],
  [
    'an unknown migration with an escape sequence',
    sql("INSERT INTO migrations VALUES ('\u001b]0;mine\u0007', 'x', 0)"),
  ],
  ['a migration with another sum', sql("UPDATE migrations SET sha256 = 'x' WHERE name LIKE '0001%'")],
  [
    'an endless list of migrations',
    sql(
      'INSERT INTO migrations WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) SELECT i, i, i FROM n',
    ),
  ],
];

describe('a planted schema is refused and changes nothing', () => {
  test('there are at least 60', () => expect(PLANTED.length).toBeGreaterThanOrEqual(60));

  test.each(PLANTED)('%s', (_, plant) => {
    for (const message of refusals(plant)) {
      expect(message).toMatch(/another schema than Portside makes|unknown here|differs from the one applied|malformed/);
    }
  });
});

const patch = (offset: number, bytes: number[]) => (path: string) => {
  const content = readFileSync(path);
  content.set(bytes, offset);
  writeFileSync(path, content);
};

const DAMAGED: [string, (path: string) => void, RegExp][] = [
  ['magic text', patch(0, [0x73]), /format/],
  ['page size', patch(16, [2, 0]), /format/],
  ['write version of a newer SQLite', patch(18, [3]), /format/],
  ['a write-ahead log is expected beside it', patch(18, [2, 2]), /format/],
  ['reserved bytes in each page', patch(20, [32]), /format/],
  ['payload fractions', patch(21, [255]), /format/],
  ['more pages than the file has', patch(28, [0, 255, 0, 0]), /format/],
  ['no page count', patch(28, [0, 0, 0, 0]), /format/],
  ['a freelist that leads into a table', patch(32, [0, 0, 0, 9, 0, 0, 0, 1]), /format/],
  ['a freelist without pages', patch(36, [0, 0, 0, 7]), /format/],
  ['free pages with old contents', sql('CREATE TABLE t AS SELECT * FROM keys', 'DROP TABLE t'), /format/],
  ['an old schema format', patch(44, [0, 0, 0, 1]), /format/],
  ['automatic vacuum', patch(52, [0, 0, 0, 9]), /format/],
  ['UTF-16', patch(56, [0, 0, 0, 2]), /format/],
  ['a user version', sql('PRAGMA user_version = 7'), /format/],
  ['the application id of another program', sql('PRAGMA application_id = 1'), /format/],
  ['bytes reserved for later', patch(72, [1]), /format/],
  ['a cut database', (path) => truncateSync(path, 8192), /format/],
  ['half a page more', (path) => appendFileSync(path, new Uint8Array(2048)), /format/],
  ['a page more', (path) => appendFileSync(path, new Uint8Array(4096)), /format/],
  ['no database at all', (path) => writeFileSync(path, 'hello'), /format/],
  ['an empty database', (path) => writeFileSync(path, ''), /not a backup|format/],
  ['the page of the schema is overwritten', patch(100, Array(200).fill(0xff)), /malformed|cannot be used/],
  [
    'a cell that leads outside of its page',
    patch(4096 * 8 + 8, [255, 255, 255, 255]),
    /integrity|malformed|cannot be used/,
  ],
  [
    'a page that links to itself',
    patch(4096 * 3, [5, 0, 0, 0, 1, 15, 0, 0, 0, 0, 0, 4]),
    /integrity|malformed|cannot be used/,
  ],
  ['text in a STRICT integer column', redefine('changes', ') STRICT', ')'), /schema/],
  ['an id at the end of the range', sql("INSERT INTO sqlite_sequence VALUES ('audit', 9223372036854775807)"), /ids/],
  ['a journal at the end of the range', sql("INSERT INTO journal VALUES (9223372036854775807, 1, '[]')"), /ids/],
  [
    'a row at the end of the range',
    sql("INSERT INTO audit VALUES (9223372036854775807, 1, '', '', '', '', '')"),
    /ids/,
  ],
  ['a sequence of an unknown table', sql("INSERT INTO sqlite_sequence VALUES ('mine', 1)"), /ids/],
  ['a sequence that is text', sql("UPDATE sqlite_sequence SET seq = 'x'"), /ids/],
  ['a journal that is not JSON', sql("INSERT INTO journal VALUES (NULL, 1, 'x')"), /cannot be used/],
  ['a journal that counts words', sql(`INSERT INTO journal VALUES (NULL, 1, '[["tariff",1,[1,1,"x"]]]')`), /journal/],
];

test.each(DAMAGED)('a damaged database is refused and changes nothing: %s', (_, damage, sentence) => {
  for (const message of refusals(damage)) expect(message).toMatch(sentence);
});

test('values that a STRICT table could not take are refused', () => {
  const [message] = refusals((path) => {
    sql(
      'PRAGMA writable_schema = ON',
      "UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'changes'",
    )(path);
    sql("INSERT INTO changes VALUES (x'00', 'not a number')")(path);
    sql('PRAGMA writable_schema = ON', "UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'changes'")(path);
  });
  expect(message).toContain('integrity check');
});

describe('the signature', () => {
  test('any flipped bit of the trailer is refused', () => {
    const start = goodBytes.length - 384;
    const found = new Set<string>();
    const places = Array.from({ length: goodBytes.length - start }, (_, at) => start + at);
    for (const at of sample('bytes of a trailer', places, 5)) {
      writeFileSync(file, goodBytes.with(at, goodBytes[at]! ^ (1 << (at % 7))));
      found.add(refusal(file).replace(file, '').slice(0, 30));
    }
    expect([...found].sort()).toEqual([
      ' is not a backup of Portside, ',
      ' is signed with an unknown key',
      ' was altered since it was made',
    ]);
  });

  test('any flipped byte of the database is refused', () => {
    for (let at = 0; at < goodBytes.length - 384; at += 4001) {
      writeFileSync(file, goodBytes.with(at, goodBytes[at]! ^ 1));
      expect(refusal(file)).toContain('was altered');
    }
  });

  test.each<[string, (bytes: Buffer) => Uint8Array, string]>([
    ['cut by one byte', (bytes) => bytes.subarray(0, -1), 'not a backup'],
    ['cut to its trailer', (bytes) => bytes.subarray(-384), 'not a backup'],
    [
      'cut within the database',
      (bytes) => Buffer.concat([bytes.subarray(0, 9000), bytes.subarray(-384)]),
      'not a backup',
    ],
    ['one byte longer', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), 'not a backup'],
    ['with a second trailer', (bytes) => Buffer.concat([bytes, bytes.subarray(-384)]), 'not a backup'],
    [
      'with a byte before the trailer',
      (bytes) => Buffer.concat([bytes.subarray(0, -384), Buffer.from('x'), bytes.subarray(-384)]),
      'not a backup',
    ],
    ['empty', () => Buffer.alloc(0), 'not a backup'],
    ['text', () => Buffer.from('hello '.repeat(1000)), 'not a backup'],
  ])('a file %s is refused', (_, change, sentence) => {
    writeFileSync(file, change(goodBytes));
    expect(refusal(file)).toContain(sentence);
    expect(refusal(file, { unsigned: true })).toContain(sentence);
  });

  test('another key, or the key of the file itself, is not known', () => {
    const stranger = openBackupSigner(join(tempDir(), 'portside.db'));
    copyFileSync(pristine, file);
    appendTrailer(file, '2026-11-21T12:00:00.000Z', stranger);
    expect(refusal(file)).toContain('unknown key');
    copyFileSync(pristine, file);
    appendTrailer(file, '2026-11-21T12:00:00.000Z', { ...stranger, publicKey: signer.publicKey });
    expect(refusal(file)).toContain('its signature is wrong');
    expect(refusal(file, { unsigned: true })).toContain('its signature is wrong');
  });

  test('the signature of another backup does not fit', () => {
    copyFileSync(pristine, file);
    appendTrailer(file, '2020-01-01T00:00:00.000Z', signer);
    const bytes = readFileSync(file).toString('latin1').replace('made=2020', 'made=2021');
    writeFileSync(file, bytes, 'latin1');
    expect(refusal(file)).toContain('its signature is wrong');
  });

  test('a time that is none, such as an escape sequence for the terminal, is refused', () => {
    copyFileSync(pristine, file);
    sealUnsigned(file);
    const bytes = readFileSync(file, 'latin1').replace('made=2026-11-21T', 'made=\u001b[2J-11-21T');
    writeFileSync(file, bytes, 'latin1');
    expect(refusal(file, { unsigned: true })).toContain('not a backup');
  });

  test('a backup of version 0.1 is refused unless it is accepted as unsigned', () => {
    copyFileSync(pristine, file);
    sealUnsigned(file);
    expect(refusal(file)).toContain('is not signed');
  });

  test('a key file with something else in it is refused', () => {
    const keyFile = join(dir, 'key');
    expect(refusal(good, { keyFile })).toContain('does not exist');
    for (const text of [
      '',
      'x'.repeat(64),
      signer.publicKey.slice(1),
      readFileSync(join(dir, 'pristine.db'), 'latin1'),
    ]) {
      writeFileSync(keyFile, text);
      expect(refusal(good, { keyFile })).toContain('holds no key');
    }
  });

  test('a zero key verifies nothing', () => {
    const keyFile = join(dir, 'key');
    const zero = '00'.repeat(32);
    writeFileSync(keyFile, zero);
    copyFileSync(pristine, file);
    appendTrailer(file, '2026-11-21T12:00:00.000Z', { publicKey: zero, sign: () => '00'.repeat(64) });
    expect(refusal(file)).toContain('unknown key');
  });
});

describe('the file', () => {
  test('a link, a pipe, a folder and a device are refused', () => {
    rmSync(file, { force: true });
    symlinkSync(good, file);
    expect(refusal(file)).toContain('symbolic link');
    rmSync(file);
    Bun.spawnSync(['mkfifo', file]);
    expect(refusal(file)).toContain('not a regular file');
    rmSync(file);
    mkdirSync(file);
    expect(refusal(file)).toContain('not a regular file');
    rmSync(file, { recursive: true });
    expect(refusal('/dev/zero')).toContain('not a regular file');
    expect(refusal(join(dir, 'none'))).toContain('cannot be read');
  });

  test('a file that is larger than the disk is refused before it is copied', () => {
    rmSync(file, { force: true });
    const sparse = 2 ** 43;
    writeFileSync(file, '');
    truncateSync(file, sparse);
    const text = `\nportside-backup 1 sha256=${'0'.repeat(64)} bytes=${sparse} made=2026-11-21T12:00:00.000Z`;
    appendFileSync(file, `${text.padEnd(191)}\n`);
    expect(refusal(file, { unsigned: true })).toContain('not enough free space');
    rmSync(file);
  });

  test.each<[string, () => void, string]>([
    ['grows', () => appendFileSync(file, 'x'), 'changed while it was read'],
    ['shrinks', () => truncateSync(file, 8192), 'became shorter'],
    ['gets another trigger', () => patch(5000, [1, 2, 3])(file), 'was altered'],
  ])('a file that %s after its signature was checked is refused', (_, change, sentence) => {
    copyFileSync(good, file);
    const to = join(dir, 'extracted');
    expect(() => extractDatabase(file, to, change)).toThrow(sentence);
    rmSync(to);
  });
});

test('a backup restores what it was made of, and its audit says so', () => {
  const folder = tempDir();
  const path = join(folder, 'portside.db');
  const keyFile = join(folder, 'public');
  writeFileSync(keyFile, `${signer.publicKey}\n`);
  expect(() => restore(good, path, clock.ms)).toThrow('--key FILE');
  expect(restore(good, path, clock.ms, { keyFile })).toMatchObject({ signed: true, keys: 1 });
  expect(restore(good, path, clock.ms + 1, { keyFile: backupKeyPath(target) })).toMatchObject({ signed: true });
  using database = new Database(path, { readonly: true });
  expect(database.query('SELECT action, detail FROM audit ORDER BY id DESC LIMIT 1').get()).toEqual({
    action: 'backup.restore',
    detail: 'signed',
  });
  expect(database.query('SELECT count(*) AS n FROM operator_sessions').get()).toEqual({ n: 1 });
  expect(schemaDifferences(database)).toEqual([]);
});

test('a backup in which a PDF is damaged or missing is made and says so, and is restored only when that is accepted', () => {
  const insert = (id: string, pdf: string) =>
    sql(
      `INSERT INTO certificates (gcc_id, key_id, request_id, issued_at_ms, verify_url, sha256, pdf_bytes, state, search_text)
       VALUES ('${id}', '1', 'r', 5000, 'u', '${sha256Hex(Buffer.from([0]))}', 1, 'stated', 'a helmet')`,
      ...(pdf === ''
        ? []
        : [`INSERT INTO certificate_files (gcc_id, request_json, pdf) VALUES ('${id}', '{}', x'${pdf}')`]),
    );
  const folder = tempDir();
  const source = join(folder, 'portside.db');
  copyFileSync(pristine, source);
  insert('whole', '00')(source);
  expect(backUp(source, join(folder, 'whole.backup'), clock.ms).damaged).toEqual([]);
  insert('flipped', '01')(source);
  insert('missing', '')(source);
  const made = join(folder, 'damaged.backup');
  expect(backUp(source, made, clock.ms).damaged.sort()).toEqual(['flipped', 'missing']);
  const target = join(folder, 'restored.db');
  const keyFile = backupKeyPath(source);
  expect(() => restore(made, target, clock.ms, { keyFile })).toThrow(
    /^The PDF of 2 certificates is damaged or missing in it: (flipped, missing|missing, flipped)\. .*--damaged/,
  );
  expect(existsSync(target)).toBe(false);
  expect(restore(made, target, clock.ms, { keyFile, damaged: true })).toMatchObject({ certificates: 3, signed: true });
});

test('an unsigned backup says what it lets somebody do, ends its sessions, and the audit says that it was not signed', () => {
  copyFileSync(pristine, file);
  // A session and text indexes that the maker of the backup prepared.
  sql(
    "INSERT INTO operator_sessions VALUES ('mine', 99999999999999, 1, 'o', 1, 1)",
    "INSERT INTO key_search (rowid, name, last_four) VALUES (77, 'phantom', 'abcd')",
    // As many as there are certificates, and of another text.
    `INSERT INTO certificates (gcc_id, key_id, request_id, issued_at_ms, verify_url, sha256, pdf_bytes, state, search_text)
     VALUES ('c', '1', 'r', 5000, 'u', '${sha256Hex(Buffer.from([0]))}', 1, 'stated', 'a helmet')`,
    "INSERT INTO certificate_files (gcc_id, request_json, pdf) VALUES ('c', '{}', x'00')",
    "INSERT INTO certificate_texts (certificate_texts) VALUES ('delete-all')",
    "INSERT INTO certificate_texts (rowid, search_text) VALUES (5 << 20, 'phantom')",
  )(file);
  sealUnsigned(file);
  const path = join(tempDir(), 'portside.db');
  const { signed, access } = restore(file, path, clock.ms, { unsigned: true });
  expect({ signed, access }).toEqual({
    signed: false,
    access: { usableKeys: 1, password: false, signingKey: true, documentSigner: false },
  });
  using database = new Database(path, { readonly: true });
  expect(database.query('SELECT count(*) AS n FROM operator_sessions').get()).toEqual({ n: 0 });
  expect(database.query("SELECT rowid FROM key_search WHERE key_search MATCH 'phantom'").all()).toEqual([]);
  const ofCertificate = database.query('SELECT rowid FROM certificate_texts WHERE certificate_texts MATCH ?');
  expect(ofCertificate.all('pha')).toEqual([]);
  expect(ofCertificate.all('hel')).toEqual([{ rowid: 5 * 2 ** 20 }]);
  expect(database.query('SELECT detail FROM audit ORDER BY id DESC LIMIT 1').get()).toEqual({
    detail: 'not signed by a known key',
  });
});

test('a backup of each older version is compared with the schema of that version, and restored', () => {
  // The first migration alone was never released.
  for (let count = 2; count <= MIGRATIONS.length; count++) {
    const older = join(dir, `older-${count}`);
    using made = emptyDatabase(count);
    made.run('VACUUM INTO ?', [older]);
    sealUnsigned(older);
    const path = join(tempDir(), 'portside.db');
    expect(restore(older, path, clock.ms, { unsigned: true }).keys).toBe(0);
  }
});

test('a write-ahead log or journal that was left without its database is not applied to the restored one', () => {
  const folder = tempDir();
  const path = join(folder, 'portside.db');
  const live = join(tempDir(), 'portside.db');
  restore(good, live, clock.ms, { keyFile: backupKeyPath(target) });
  const open = new Database(live);
  open.run('PRAGMA journal_mode = WAL');
  open.run("UPDATE keys SET name = 'from the old log'");
  copyFileSync(`${live}-wal`, `${path}-wal`);
  open.close();
  writeFileSync(`${path}-journal`, 'x'.repeat(4096));
  restore(good, path, clock.ms, { keyFile: backupKeyPath(target) });
  expect(readdirSync(folder).filter((name) => /^portside\.db-(wal|journal)$/.test(name))).toEqual([]);
  using database = new Database(path);
  expect(database.query('SELECT name FROM keys').get()).toEqual({ name: 'a customer' });
});

test('a database with a planted trigger is not backed up, and a Litestream database is', () => {
  const folder = tempDir();
  const path = join(folder, 'portside.db');
  restore(good, path, clock.ms, { keyFile: backupKeyPath(target) });
  sql(
    'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
    'CREATE TABLE _litestream_lock (id INTEGER)',
  )(path);
  backUp(path, join(folder, 'a'), clock.ms);
  expect(restore(join(folder, 'a'), path, clock.ms + 5).signed).toBe(true);
  sql(TRIGGER)(path);
  expect(() => backUp(path, join(folder, 'b'), clock.ms)).toThrow('the trigger "planted" is not part of Portside');
  expect(existsSync(join(folder, 'b'))).toBe(false);
});

test('a folder that other users can write to gets no backup, unless they cannot exchange the file', () => {
  const folder = tempDir();
  const path = join(folder, 'portside.db');
  restore(good, path, clock.ms, { keyFile: backupKeyPath(target) });
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  for (const mode of [0o777, 0o772, 0o702]) {
    chmodSync(shared, mode);
    expect(() => backUp(path, join(shared, 'a'), clock.ms)).toThrow('Other users can write to');
  }
  expect(readdirSync(shared)).toEqual([]);
  chmodSync(shared, 0o1777);
  expect(backUp(path, join(shared, 'a'), clock.ms).keys).toBe(1);
});

test('two first backups at once use the same key', async () => {
  const folder = tempDir();
  const path = join(folder, 'portside.db');
  const keys = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const code = `console.log((await import(${JSON.stringify(join(import.meta.dir, 'backup-key.ts'))})).openBackupSigner(${JSON.stringify(path)}).publicKey)`;
      return (await new Response(Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe' }).stdout).text()).trim();
    }),
  );
  expect(new Set(keys)).toEqual(new Set([openBackupSigner(path).publicKey]));
  expect(readdirSync(folder)).toEqual(['backup.key']);
});
