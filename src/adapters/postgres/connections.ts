/**
 * A pool of connections. A connection is closed after any error, because its state is unknown then. After a failed attempt to
 * connect, further work fails at once for a while, so that callers get 503 and do not wait. Each failure lengthens the pause.
 */
import { type Column, type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Database, LOCKS, type Preparable, type Tables } from '../database.ts';
import { DatabaseUnreachable } from '../faults.ts';
import { postgresColumns } from './columns.ts';
import { tables as schema } from './schema.ts';

/** Processes listen here for changes. */
export const CHANGES_CHANNEL = 'portside_changes';

interface Lockable<Query> {
  for(strength: 'update', config?: { skipLocked: true }): Query;
}

const statements = (tables: Tables) => tables as NodePgDatabase;

/** The part of the driver that this folder and Drizzle use. */
export interface Connection {
  query(config: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult>;
}

export interface ConnectionLimits {
  connectionsMax: number;
  /** How long a statement may take, including the wait for locks. */
  statementMsMax: number;
}

/** How long connecting may take, and how long work waits for a free connection. */
const CONNECT_MS_MAX = 2000;
/** If the server has not ended a statement by itself this long after its time, the network has lost it. */
const ANSWER_MS_EXTRA = 1000;
const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 2000;
/** The type's object id. */
const BIGINT = 20;

export class Connections implements Database {
  readonly schema = schema;
  /** The server searches while the event loop does other work, so that this bounds one statement alone. */
  readonly rowsAtOnce = 200_000;
  readonly caseless = postgresColumns.caseless;
  readonly #pool: pg.Pool;
  #pauseMs = 0;
  #pausedUntilMs = 0;

  constructor(url: string, { connectionsMax, statementMsMax }: ConnectionLimits) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connectionsMax,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      application_name: 'portside',
      // Compiling takes longer than running any statement here, but the planner overestimates arrays and would compile.
      options: '-c jit=off',
      statement_timeout: statementMsMax,
      idle_in_transaction_session_timeout: statementMsMax,
      query_timeout: statementMsMax + ANSWER_MS_EXTRA,
      types: { getTypeParser },
    });
    // An idle connection that breaks is replaced when needed. Without a listener its error would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Runs `work` on one connection. @throws DatabaseUnreachable */
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

  /** The same with Drizzle. Each statement commits by itself. */
  read<T>(work: (tables: NodePgDatabase) => Promise<T>): Promise<T> {
    return this.use((connection) => work(drizzle(connection as unknown as pg.Client)));
  }

  /** Without a name, because a pooler between may give each transaction another connection. */
  prepare<Row>(build: (tables: Tables) => Preparable<Row>): (values: Record<string, unknown>) => Promise<Row[]> {
    return (values) => this.read((tables) => build(tables).prepare('').execute(values));
  }

  /** The same in one transaction. */
  write<T>(work: (tables: NodePgDatabase) => Promise<T>): Promise<T> {
    return this.read((tables) => tables.transaction((inside) => work(inside as unknown as NodePgDatabase)));
  }

  async lock(tables: Tables, lock: keyof typeof LOCKS, id = 0): Promise<void> {
    await statements(tables).execute(sql`SELECT pg_advisory_xact_lock(${LOCKS[lock]}, ${id}::int)`);
  }

  forUpdate<Query>(query: Query): Query {
    return (query as Lockable<Query>).for('update');
  }

  claim<Query>(query: Query): Query {
    return (query as Lockable<Query>).for('update', { skipLocked: true });
  }

  async insertAll<Row>(rows: readonly Row[], insert: (rows: Row[]) => PromiseLike<unknown>): Promise<void> {
    if (rows.length > 0) await insert([...rows]);
  }

  async notify(tables: Tables, topic: string): Promise<void> {
    await statements(tables).execute(sql`SELECT pg_notify(${CHANGES_CHANNEL}, ${topic})`);
  }

  contains(text: Column | SQL, part: string | SQL): SQL {
    return sql`strpos(${text}, ${part}) > 0`;
  }

  /** A connection outside the pool, to listen on. The caller must end it. */
  async connectDedicated(): Promise<pg.Client> {
    const client = new pg.Client(this.#pool.options);
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      throw new DatabaseUnreachable(error);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    // While any connection is open the database can be reached, even if an attempt to open another failed.
    const isPaused = this.#pool.totalCount === 0 && performance.now() < this.#pausedUntilMs;
    if (isPaused) throw new DatabaseUnreachable('the last attempt to connect failed a moment ago');
    try {
      const client = await this.#pool.connect();
      this.#pauseMs = 0;
      return client;
    } catch (error) {
      this.#pauseMs = Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, this.#pauseMs * 2));
      this.#pausedUntilMs = performance.now() + this.#pauseMs;
      throw new DatabaseUnreachable(error);
    }
  }
}

async function answer(client: pg.PoolClient, config: pg.QueryConfig | string, values?: unknown[]) {
  try {
    return await client.query(config as pg.QueryConfig, values?.map(storable));
  } catch (error) {
    // An error from the server has its own code. Any other error means that the connection broke.
    throw error instanceof pg.DatabaseError ? error : new DatabaseUnreachable(error);
  }
}

/** PostgreSQL cannot store a NUL in text; SQLite can. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

function getTypeParser(id: number, format?: 'text' | 'binary') {
  return id === BIGINT ? Number : pg.types.getTypeParser(id, format as 'text');
}
