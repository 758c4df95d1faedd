/**
 * Connections that are each used by one piece of work at a time and thrown away after any error: which of them a fault has
 * left in an unknown state is nothing to guess. While the database is away one attempt in a growing pause asks for it, and all
 * else is refused at once, so that callers are told 503 and not kept waiting.
 */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { StorageAway } from '../faults.ts';
import * as schema from './schema.ts';
import type { Tables } from './tables.ts';

/** Answers a statement; what is asked of a driver here and by Drizzle. */
export interface Connection {
  query(config: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult>;
}

export interface ConnectionLimits {
  connectionsMax: number;
  /** How long a statement may take, lock included. */
  statementMsMax: number;
}

/** A server that does not answer a connection in this time is away. Work waits as long for a free connection. */
const CONNECT_MS_MAX = 2000;
/** Beyond what the server itself ends: a network that swallows everything. */
const SILENCE_MS = 1000;
const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 2000;
const BIGINT = 20;

export class Connections {
  readonly #pool: pg.Pool;
  #pauseMs = 0;
  #awayUntilMs = 0;

  constructor(url: string, { connectionsMax, statementMsMax }: ConnectionLimits) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connectionsMax,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      application_name: 'portside',
      // Compiling a statement takes longer than any of these runs, and the planner, which guesses at arrays, would do it.
      options: '-c jit=off',
      statement_timeout: statementMsMax,
      idle_in_transaction_session_timeout: statementMsMax,
      query_timeout: statementMsMax + SILENCE_MS,
      types: { getTypeParser },
    });
    // A connection that ends while nobody waits for it is no news; without a listener it would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Runs `work` on one connection. @throws StorageAway when the database cannot be reached. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let broken = true;
    try {
      const result = await work({ query: (config, values) => answer(client, config, values) });
      broken = false;
      return result;
    } finally {
      client.release(broken);
    }
  }

  /** The same, by Drizzle; each statement commits by itself. */
  read<T>(work: (tables: Tables) => Promise<T>): Promise<T> {
    return this.use((connection) => work(drizzle(connection as unknown as pg.Client, { schema })));
  }

  /** In one transaction. */
  write<T>(work: (tables: Tables) => Promise<T>): Promise<T> {
    return this.read((tables) => tables.transaction((inside) => work(inside as unknown as Tables)));
  }

  /** A connection of its own that nobody else is given, to listen on. It must be ended. */
  async connectAlone(): Promise<pg.Client> {
    const client = new pg.Client(this.#pool.options);
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      throw new StorageAway(error);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    // While one connection stands the database is there, whatever became of an attempt to open another.
    const isPaused = this.#pool.totalCount === 0 && performance.now() < this.#awayUntilMs;
    if (isPaused) throw new StorageAway('the database was away a moment ago');
    try {
      const client = await this.#pool.connect();
      this.#pauseMs = 0;
      return client;
    } catch (error) {
      this.#pauseMs = Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, this.#pauseMs * 2));
      this.#awayUntilMs = performance.now() + this.#pauseMs;
      throw new StorageAway(error);
    }
  }
}

async function answer(client: pg.PoolClient, config: pg.QueryConfig | string, values?: unknown[]) {
  try {
    return await client.query(config as pg.QueryConfig, values?.map(storable));
  } catch (error) {
    // What the server itself said has its own code; all else is a connection that failed under the statement.
    throw error instanceof pg.DatabaseError ? error : new StorageAway(error);
  }
}

/** Text here cannot hold a NUL, which SQLite takes. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

function getTypeParser(id: number, format?: 'text' | 'binary') {
  return id === BIGINT ? Number : pg.types.getTypeParser(id, format as 'text');
}
