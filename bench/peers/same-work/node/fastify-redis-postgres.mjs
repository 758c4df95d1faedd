/** Fastify on Node: keys and counts in PostgreSQL, limits in Redis by a script, which runs without interruption. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import pg from 'pg';
import { serveLookups } from './lookup-app.mjs';

const [postgresUrl, redisUrl] = process.argv.slice(4);
const pool = new pg.Pool({ connectionString: postgresUrl });
// Times are numbers, not texts.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const redis = new Redis(redisUrl);

/** Adds a request to the sliding minute and the day of a key if both have room. The clock is that of Redis, which never goes back in between. */
redis.defineCommand('admit', {
  numberOfKeys: 2,
  lua: `
    local request, perMinute, perDay, step = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 60000)
    if redis.call('ZCARD', KEYS[1]) >= perMinute then return 0 end
    if tonumber(redis.call('GET', KEYS[2]) or 0) >= perDay then return 0 end
    redis.call('ZADD', KEYS[1], math.ceil(now / step) * step, request)
    redis.call('PEXPIRE', KEYS[1], 60100)
    redis.call('INCR', KEYS[2])
    redis.call('EXPIRE', KEYS[2], 172800)
    return 1`,
});

async function findKey(hash) {
  const text = 'SELECT id, scope, expires_at, per_minute, per_day FROM keys WHERE hash = $1';
  const { rows } = await pool.query({ name: 'find-key', text, values: [hash] });
  return rows[0];
}

/** Above 600 a minute, times are tenths of a second. */
async function admit({ id, per_minute, per_day }, now) {
  const step = per_minute > 600 ? 100 : 1;
  const day = Math.floor(now / 86_400_000);
  if (!(await redis.admit(`minute:${id}`, `day:${id}:${day}`, randomUUID(), per_minute, per_day, step))) return false;
  const text =
    'INSERT INTO usage VALUES ($1, $2, 1) ON CONFLICT (key_id, day) DO UPDATE SET requests = usage.requests + 1';
  await pool.query({ name: 'count', text, values: [id, day] });
  return true;
}

await serveLookups(findKey, admit);
