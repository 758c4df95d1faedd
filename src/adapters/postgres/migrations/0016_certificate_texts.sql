-- Ids by how they begin, in any collation.
CREATE INDEX "certificates_id_prefix" ON "certificates" ("gcc_id" text_pattern_ops);--> statement-breakpoint
-- Certificates by the trigrams of their texts. A database whose owner may not have the extension searches without the index.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "certificates_text" ON "certificates" USING gin ("search_text" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: a search of certificates reads them all';
END
$$;
