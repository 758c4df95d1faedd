/** Fastify on Node with better-sqlite3: keeps the limits of a key and counts the lookup in one transaction before the answer. */
import Database from 'better-sqlite3';
import { serveLookups } from './lookup-app.mjs';

const db = new Database(process.argv[4]);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = NORMAL');

const findKey = db.prepare('SELECT id, scope, expires_at, per_minute, per_day FROM keys WHERE hash = ?');
const expire = db.prepare('DELETE FROM minute WHERE key_id = ? AND at <= ?');
const countMinute = db.prepare('SELECT coalesce(sum(requests), 0) FROM minute WHERE key_id = ?').pluck();
const countDay = db.prepare('SELECT requests FROM usage WHERE key_id = ? AND day = ?').pluck();
const addToMinute = db.prepare('INSERT INTO minute VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET requests = requests + 1');
const addToDay = db.prepare('INSERT INTO usage VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET requests = requests + 1');

/** Above 600 a minute, times are tenths of a second. */
const admit = db.transaction((key, now) => {
  const step = key.per_minute > 600 ? 100 : 1;
  const day = Math.floor(now / 86_400_000);
  expire.run(key.id, now - 60_000);
  if (countMinute.get(key.id) >= key.per_minute) return false;
  if ((countDay.get(key.id, day) ?? 0) >= key.per_day) return false;
  addToMinute.run(key.id, Math.ceil(now / step) * step);
  addToDay.run(key.id, day);
  return true;
});

await serveLookups((hash) => findKey.get(hash), admit);
