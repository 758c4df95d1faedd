-- The database of the peers on SQLite. `requests` at a time of `minute` leave the window 60 seconds later.
CREATE TABLE keys (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE, -- SHA-256 of the token, hexadecimal
  scope TEXT NOT NULL,
  expires_at INTEGER, -- Unix milliseconds
  per_minute INTEGER NOT NULL,
  per_day INTEGER NOT NULL
) STRICT;
CREATE TABLE minute (
  key_id INTEGER NOT NULL,
  at INTEGER NOT NULL, -- Unix milliseconds
  requests INTEGER NOT NULL,
  PRIMARY KEY (key_id, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE usage (
  key_id INTEGER NOT NULL,
  day INTEGER NOT NULL, -- UTC days since 1970
  requests INTEGER NOT NULL,
  PRIMARY KEY (key_id, day)
) STRICT, WITHOUT ROWID;
