/** What migrations make of the rows of older versions. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../../test/support/temp.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { openSqlite } from './open.ts';

const folder = join(import.meta.dir, 'migrations');
const migrations = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort();

/** A file as the version before the migration `name` left it. */
function fileBefore(name: string): { path: string; file: Database } {
  const path = join(tempDir(), 'portside.db');
  const file = new Database(path, { create: true });
  file.run('CREATE TABLE migrations (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT');
  const end = migrations.findIndex((other) => other.includes(name));
  for (const migration of migrations.slice(0, end)) applyFile(file, migration);
  return { path, file };
}

function applyFile(file: Database, migration: string): void {
  const sql = readFileSync(join(folder, migration), 'utf8');
  for (const statement of sql.split('--> statement-breakpoint')) file.run(statement);
  file.run('INSERT INTO migrations VALUES (?, ?, 1)', [migration.replace('.sql', ''), sha256Hex(sql)]);
}

test('the one password of older versions becomes that of the operator `owner`, and sessions end', async () => {
  const { path, file } = fileBefore('_operators');
  file.run("INSERT INTO settings VALUES ('operator_password', '$argon2id$hash'), ('signing_key', 'kept')");
  file.run("INSERT INTO operator_sessions VALUES ('a token', 9999999999999)");
  file.close();
  const storage = openSqlite(path, { lockWaitMs: 1000 });
  expect(await storage.operator.find('owner')).toMatchObject({ id: 1, role: 'owner', passwordHash: '$argon2id$hash' });
  expect(await storage.settings.get('operator_password')).toBeUndefined();
  expect(await storage.settings.get('signing_key')).toBe('kept');
  expect(await storage.operator.session('a token')).toBeUndefined();
  await storage.close();
});

test('a file without a password has no operator, so that its first start makes one', async () => {
  const { path, file } = fileBefore('_operators');
  file.close();
  const storage = openSqlite(path, { lockWaitMs: 1000 });
  expect(await storage.operator.list()).toEqual([]);
  await storage.close();
});

test.each([
  ['a journal with rows', [8, 9], 10],
  ['a journal whose rows were all rolled up', [], 8],
])('%s keeps its numbers, and goes on from them', async (_, seqs, next) => {
  const { path, file } = fileBefore('_journal_seq');
  file.run("INSERT INTO settings VALUES ('journal_folded_seq', '7')");
  file.run("INSERT INTO journal VALUES (7, 1, '[]')");
  for (const seq of seqs) file.run('INSERT INTO journal VALUES (?, 1, \'[[1,1,"tariff",1]]\')', [seq]);
  file.run('DELETE FROM journal WHERE seq <= 7');
  file.close();
  const storage = openSqlite(path, { lockWaitMs: 1000 });
  expect(storage.journal.newer(0)).toEqual(seqs.map((seq) => ({ seq, atMs: 1, entries: [[1, 1, 'tariff', 1]] })));
  expect(storage.journal.exclusively(() => storage.journal.append(2, []))).toBe(next);
  expect(storage.journal.newer(0).at(-1)).toEqual({ seq: next, atMs: 2, entries: [] });
  await storage.close();
});
