/** Somebody plants something in a database or in a backup. It must not become the database of a server. */
import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueKey, run } from '../../support/program.ts';
import { attack } from '../../support/tally.ts';
import { tempDir } from '../../support/temp.ts';

/** Changes of a database that a migration never makes. Each would act, or hide something, in the restored one. */
const PLANTED: [string, string[]][] = [
  [
    'a trigger that lets a key live for ever',
    ['CREATE TRIGGER t AFTER UPDATE ON keys BEGIN UPDATE keys SET revoked_at = NULL; END'],
  ],
  ['a trigger on the audit', ['CREATE TRIGGER t BEFORE INSERT ON audit BEGIN SELECT RAISE(IGNORE); END']],
  [
    'a trigger that is named as one of ours',
    ['CREATE TRIGGER audit_no_update AFTER INSERT ON keys BEGIN SELECT 1; END'],
  ],
  ['a view', ['CREATE VIEW v AS SELECT * FROM keys']],
  [
    'a view with a trigger',
    ['CREATE VIEW v AS SELECT 1 AS a', 'CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN DELETE FROM audit; END'],
  ],
  ['a table', ['CREATE TABLE stolen (a)']],
  ['a table named like one of SQLite', ['CREATE TABLE sqlitex_stat (a)']],
  ['a virtual table', ['CREATE VIRTUAL TABLE words USING fts5(a)']],
  ['an index', ['CREATE INDEX i ON keys (name)']],
  ['a unique index that refuses new keys', ['CREATE UNIQUE INDEX i ON keys (scope)']],
  ['an index of an expression', ['CREATE INDEX i ON keys (lower(name))']],
  ['a column', ['ALTER TABLE keys ADD COLUMN extra text']],
  ['a generated column', ["ALTER TABLE keys ADD COLUMN extra text AS (name || 'x')"]],
  ['a renamed column', ['ALTER TABLE keys RENAME COLUMN name TO label']],
  ['a missing index', ['DROP_FIRST index']],
  ['a missing trigger', ['DROP_FIRST trigger']],
];

function plant(path: string, statements: string[]): boolean {
  const database = new Database(path);
  try {
    for (const statement of statements) {
      const [, type] = /^DROP_FIRST (\w+)$/.exec(statement) ?? [];
      if (!type) {
        database.run(statement);
        continue;
      }
      const found = database.query(`SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL`).get(type);
      if (!found) return false;
      database.run(`DROP ${type} ${(found as { name: string }).name}`);
    }
    return true;
  } finally {
    database.close();
  }
}

/** A seal without a key, which anyone can make: the one that backups had before they were signed. */
function sealed(bytes: Uint8Array): Buffer {
  const sum = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
  const line = `\nportside-backup 1 sha256=${sum} bytes=${bytes.length} made=2026-11-21T00:00:00.000Z`;
  return Buffer.concat([bytes, Buffer.from(`${line.padEnd(191)}\n`)]);
}

/** A copy of the database of `dir` in one file. */
function copyOf(dir: string): string {
  const copy = join(dir, 'copy.db');
  rmSync(copy, { force: true });
  const database = new Database(join(dir, 'var/portside.db'));
  database.run(`VACUUM INTO '${copy}'`);
  database.close();
  return copy;
}

async function keyNames(dir: string): Promise<string> {
  const keys = JSON.parse((await run(['keys', 'list', '--json'], dir)).stdout) as { name: string }[];
  return keys.map(({ name }) => name).join();
}

attack('nothing planted in a database passes a backup and a restore', async (tally) => {
  const all = tempDir();
  for (const [i, [name, statements]] of PLANTED.entries()) {
    const dir = join(all, String(i));
    const other = join(dir, 'other');
    mkdirSync(other, { recursive: true });
    await issueKey(dir, '--name', 'kept');
    // As root of the machine, or by another fault: into the database that the backup is made of.
    await issueKey(other, '--name', 'planted');
    plant(join(other, 'var/portside.db'), statements);
    const backup = await run(['backup', 'b'], other);
    const made = backup.code === 0 && existsSync(join(other, 'b'));
    const restored = made ? await run(['restore', 'b', '--force'], other) : backup;
    tally.holds(restored.code !== 0, `into a database: ${name}`, `restored with code ${restored.code}`);
    const copy = copyOf(dir);
    plant(copy, statements);
    writeFileSync(join(dir, 'forged'), sealed(readFileSync(copy)));
    for (const flags of [[], ['--unsigned']]) {
      const { code, stderr } = await run(['restore', 'forged', ...flags], dir);
      tally.holds(code !== 0, `into a backup${flags.map((flag) => `, ${flag}`)}: ${name}`, `code ${code} ${stderr}`);
    }
  }
});

attack('a backup that this server did not sign is not restored by itself', async (tally) => {
  const dir = tempDir();
  const other = join(dir, 'other');
  mkdirSync(other);
  await issueKey(dir, '--name', 'kept');
  await issueKey(other, '--name', 'of another server');
  await run(['backup', 'theirs'], other);
  await run(['backup', 'ours'], dir);
  const ours = readFileSync(join(dir, 'ours'));
  const theirs = readFileSync(join(other, 'theirs'));
  const database = readFileSync(copyOf(dir));
  const forgedRows = join(dir, 'rows.db');
  writeFileSync(forgedRows, database);
  const rows = new Database(forgedRows);
  rows.run("UPDATE keys SET notes = 'delegate:on', name = 'forged'");
  rows.close();
  const end = (bytes: Buffer) => bytes.lastIndexOf('\nportside-backup');
  const cases: [string, Buffer][] = [
    ['the backup of another server', theirs],
    ['rows changed, and sealed without a key', sealed(readFileSync(forgedRows))],
    ['the database alone', database],
    [
      'our database with the seal of theirs',
      Buffer.concat([ours.subarray(0, end(ours)), theirs.subarray(end(theirs))]),
    ],
    ['their database with our seal', Buffer.concat([theirs.subarray(0, end(theirs)), ours.subarray(end(ours))])],
    ['our backup sealed again without a key', sealed(ours)],
    ['a bit of the seal', Buffer.from(ours.with(ours.length - 150, ours.at(-150)! ^ 1))],
    ['a bit of the first page', Buffer.from(ours.with(40, ours[40]! ^ 1))],
    ['a byte more', Buffer.concat([ours, Buffer.from('\n')])],
    ['a byte less', ours.subarray(0, -1)],
    ['two seals', Buffer.concat([ours, ours.subarray(end(ours))])],
  ];
  for (const [name, bytes] of cases) {
    writeFileSync(join(dir, 'given'), bytes);
    const { code, stderr } = await run(['restore', 'given', '--force'], dir);
    tally.holds(code !== 0 && (await keyNames(dir)) === 'kept', name, `code ${code} ${stderr}`);
    // An altered or foreign database must not be what the next case starts from.
    if (code === 0) {
      writeFileSync(join(dir, 'given'), ours);
      await run(['restore', 'given', '--force'], dir);
    }
  }
});
