/** Hono on Bun with bun:sqlite: finds the key, keeps its limits and counts the lookup in one transaction before the answer. */
import { Database } from 'bun:sqlite';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { readAnswers } from '../answers.ts';

interface Key {
  id: number;
  scope: string;
  expires_at: number | null;
  per_minute: number;
  per_day: number;
}

const [port, answersFile, databaseFile] = process.argv.slice(2);
const answers = readAnswers(answersFile!);
const db = new Database(databaseFile, { strict: true });
db.run('PRAGMA journal_mode = WAL');
db.run('PRAGMA synchronous = NORMAL');

const findKey = db.query<Key, [string]>('SELECT id, scope, expires_at, per_minute, per_day FROM keys WHERE hash = ?');
const expire = db.query<null, [number, number]>('DELETE FROM minute WHERE key_id = ? AND at <= ?');
const countMinute = db.query<{ used: number }, [number]>(
  'SELECT coalesce(sum(requests), 0) AS used FROM minute WHERE key_id = ?',
);
const countDay = db.query<{ requests: number }, [number, number]>(
  'SELECT requests FROM usage WHERE key_id = ? AND day = ?',
);
const addToMinute = db.query<null, [number, number]>(
  'INSERT INTO minute VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET requests = requests + 1',
);
const addToDay = db.query<null, [number, number]>(
  'INSERT INTO usage VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET requests = requests + 1',
);

/** Counts the request if the key's sliding minute and UTC day have room. Above 600 a minute, times are tenths of a second. */
const admit = db.transaction((key: Key, now: number): boolean => {
  const step = key.per_minute > 600 ? 100 : 1;
  const day = Math.floor(now / 86_400_000);
  expire.run(key.id, now - 60_000);
  if (countMinute.get(key.id)!.used >= key.per_minute) return false;
  if ((countDay.get(key.id, day)?.requests ?? 0) >= key.per_day) return false;
  addToMinute.run(key.id, Math.ceil(now / step) * step);
  addToDay.run(key.id, day);
  return true;
});

const metered = createMiddleware(async (context, next) => {
  const token = context.req.header('Authorization')?.match(/^Bearer (.+)$/)?.[1];
  const key = token && findKey.get(new Bun.CryptoHasher('sha256').update(token).digest('hex'));
  const now = Date.now();
  if (!key || (key.expires_at !== null && key.expires_at <= now)) throw new HTTPException(401);
  if (key.scope !== 'all' && key.scope !== 'tariff') throw new HTTPException(403);
  if (!admit(key, now)) throw new HTTPException(429);
  await next();
});

const app = new Hono().post('/api/v1/tariff/hts/lookup', metered, async (context) => {
  const { codes } = await context.req.json<{ codes: string[] }>();
  return context.json({ results: codes.map((code) => answers.get(code)) } as object);
});

Bun.serve({ hostname: '127.0.0.1', port: Number(port), reusePort: false, fetch: app.fetch });
