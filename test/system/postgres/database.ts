/** The PostgreSQL server that `with-postgres.sh` started, and empty databases in it. */
import { afterAll } from 'bun:test';
import pg from 'pg';
import { openPostgres, type PostgresStorage } from '../../../src/adapters/postgres/open.ts';

export const POSTGRES_URL = process.env.PORTSIDE_TEST_POSTGRES_URL ?? '';

/** Part of the names of tests that are skipped without it. */
export const POSTGRES = POSTGRES_URL
  ? 'PostgreSQL'
  : 'PostgreSQL (skipped: no PORTSIDE_TEST_POSTGRES_URL; run test/system/postgres/with-postgres.sh bun test ...)';

let databases = 0;

export async function freshDatabase(): Promise<string> {
  const name = `test_${process.pid}_${databases++}`;
  await statement(POSTGRES_URL, `CREATE DATABASE ${name}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return url.href;
}

/** A fresh database that does not wait for the disk: for tests of decisions, not of durability. */
export async function fastDatabase(): Promise<string> {
  const url = await freshDatabase();
  await statement(POSTGRES_URL, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
  return url;
}

/** Runs one statement on its own connection. */
export async function statement(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

export async function openDatabase(url: string): Promise<PostgresStorage> {
  const storage = await openPostgres(url);
  afterAll(() => storage.close());
  return storage;
}
