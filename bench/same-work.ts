/**
 * The databases of the peers that do the same work as Portside (`peers/same-work/`), and the check that they do it: they find the key
 * by its hash, check scope and expiry, keep an exact limit and count each lookup durably before its answer.
 */
import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../src/adapters/system/clock.ts';
import { hashKeyText, makeKeyText } from '../src/keys/key-text.ts';
import { admittedAtOnce, LIMIT } from './exact-limit.ts';
import { LIMITS } from './keys.ts';
import { LOOKUP_PATH } from './load.ts';
import { CODES } from './lookup-input.ts';
import { post, postExpecting200 } from './post.ts';
import { Cluster } from './postgres-cluster.ts';
import { freePort, type MeasuredServer, SERVER_CORE } from './server.ts';

const SCHEMAS = join(import.meta.dir, 'peers/same-work');
/** Peers know the answers of these codes only. */
const BODY = JSON.stringify({ codes: CODES.slice(0, 5) });
/** Sent one after another before the server is killed. */
const COUNTED = 50;

/** The database of a peer: its keys, limits and counts. */
export interface PeerStore {
  /** The last arguments of the peer's command. */
  args: string[];
  /** Processes of databases. */
  helpers: number[];
  /** How many requests of this key were counted, read while the peer does not run. */
  counted(hash: string): Promise<number>;
  close(): Promise<void>;
}

/** A new store in `folder`. `texts` are the tokens of its keys. */
export type OpenPeerStore = (folder: string, texts: PeerKeys) => Promise<PeerStore>;

/** Tokens: those of the load, and one each for what a peer must refuse. */
export interface PeerKeys {
  usual: string[];
  limited: string;
  expired: string;
  outOfScope: string;
}

export function peerKeys(usual: string[]): PeerKeys {
  const [limited, expired, outOfScope] = [1, 2, 3].map(() => makeKeyText(systemClock)) as [string, string, string];
  return { usual, limited, expired, outOfScope };
}

export const inSqlite: OpenPeerStore = async (folder, keys) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'peer.db');
  const db = new Database(file, { create: true });
  db.run(await Bun.file(join(SCHEMAS, 'sqlite.sql')).text());
  db.run(
    `INSERT INTO keys SELECT value ->> 'id', value ->> 'hash', value ->> 'scope', value ->> 'expires_at',
      value ->> 'per_minute', value ->> 'per_day' FROM json_each(?)`,
    [JSON.stringify(rowsOf(keys))],
  );
  db.close();
  const counted = async (hash: string) => {
    using db = new Database(file, { readonly: true });
    const row = db.query<{ n: number | null }, [string]>(`SELECT sum(requests) n FROM (${USAGE} ?)`).get(hash);
    return row?.n ?? 0;
  };
  return { args: [file], helpers: [], counted, close: async () => {} };
};

export const inRedisAndPostgres: OpenPeerStore = async (folder, keys) => {
  mkdirSync(folder, { recursive: true });
  const cluster = await Cluster.start(SERVER_CORE);
  const port = String(freePort());
  const durable = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''];
  const redis = Bun.spawn(
    ['taskset', '-c', SERVER_CORE, 'redis-server', '--bind', '127.0.0.1', '--port', port, '--dir', folder, ...durable],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const url = await cluster.database();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(await Bun.file(join(SCHEMAS, 'postgres.sql')).text());
  await client.query('INSERT INTO keys SELECT * FROM json_populate_recordset(NULL::keys, $1)', [
    JSON.stringify(rowsOf(keys)),
  ]);
  return {
    args: [url, `redis://127.0.0.1:${port}`],
    helpers: [redis.pid, cluster.postmaster],
    counted: async (hash) =>
      Number((await client.query(`SELECT sum(requests) n FROM (${USAGE} $1) u`, [hash])).rows[0].n),
    async close() {
      await client.end();
      redis.kill();
      await redis.exited;
      await cluster.stop();
    },
  };
};

const USAGE = 'SELECT requests FROM usage JOIN keys ON keys.id = usage.key_id WHERE hash =';

function rowsOf({ usual, limited, expired, outOfScope }: PeerKeys) {
  const row = { scope: 'all', expires_at: null as number | null, per_minute: LIMITS.perMinute, per_day: LIMITS.perDay };
  return [
    ...usual.map((text) => ({ text, ...row })),
    { text: limited, ...row, per_minute: LIMIT },
    { text: expired, ...row, expires_at: Date.now() },
    { text: outOfScope, ...row, scope: 'pixel' },
  ].map(({ text, ...fields }, i) => ({ id: i + 1, hash: hashKeyText(text), ...fields }));
}

/**
 * Starts a peer, checks that it refuses and limits as Portside does, kills it right after an answer and checks that all were counted.
 * @throws when it does not do the same work
 */
export async function checkSameWork(
  name: string,
  start: () => Promise<MeasuredServer>,
  store: PeerStore,
  { usual, limited, expired, outOfScope }: PeerKeys,
): Promise<void> {
  const server = await start();
  try {
    for (const [key, expected] of [
      [makeKeyText(systemClock), 401],
      [expired, 401],
      [outOfScope, 403],
    ] as const) {
      const { status } = await server.awake(() => post(server.url, LOOKUP_PATH, key, BODY));
      if (status !== expected) throw new Error(`${name} answers ${status} instead of ${expected}.`);
    }
    await admittedAtOnce(server, limited, BODY);
    server.signal('SIGCONT');
    for (let i = 0; i < COUNTED; i++) await postExpecting200(server.url, LOOKUP_PATH, usual[0]!, BODY);
  } finally {
    await server.kill();
  }
  for (const [key, expected] of [
    [limited, LIMIT],
    [usual[0]!, COUNTED],
    [outOfScope, 0],
  ] as const) {
    const counted = await store.counted(hashKeyText(key));
    if (counted !== expected)
      throw new Error(`${name} counted ${counted} requests of ${expected} before it was killed.`);
  }
}
