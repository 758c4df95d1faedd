-- The tables of the peer on PostgreSQL. Its limits are in Redis.
CREATE TABLE keys (
  id integer PRIMARY KEY,
  hash text NOT NULL UNIQUE, -- SHA-256 of the token, hexadecimal
  scope text NOT NULL,
  expires_at bigint, -- Unix milliseconds
  per_minute integer NOT NULL,
  per_day integer NOT NULL
);
CREATE TABLE usage (
  key_id integer NOT NULL,
  day integer NOT NULL, -- UTC days since 1970
  requests bigint NOT NULL,
  PRIMARY KEY (key_id, day)
);
