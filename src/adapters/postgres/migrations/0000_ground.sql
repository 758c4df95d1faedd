CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at_ms" bigint NOT NULL,
	"actor" text NOT NULL,
	"origin" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificate_files" (
	"gcc_id" text PRIMARY KEY NOT NULL,
	"request_json" text NOT NULL,
	"pdf" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"gcc_id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"request_id" text NOT NULL,
	"issued_at_ms" bigint NOT NULL,
	"verify_url" text NOT NULL,
	"sha256" text NOT NULL,
	"pdf_bytes" integer NOT NULL,
	"complete" boolean NOT NULL,
	"revoked_at_ms" bigint,
	"search_text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"topic" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"lineage" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"body_sha256" text NOT NULL,
	"gcc_id" text NOT NULL,
	"forgotten_at_ms" bigint NOT NULL,
	CONSTRAINT "idempotency_lineage_idempotency_key_pk" PRIMARY KEY("lineage","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"at_ms" bigint NOT NULL,
	"entries" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keys" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"lineage_id" bigint NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"per_minute" integer NOT NULL,
	"per_day" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	"successor_id" bigint,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "lineages" (
	"lineage_id" bigint PRIMARY KEY NOT NULL,
	"per_minute" integer NOT NULL,
	"per_day" integer NOT NULL,
	"wanted" integer NOT NULL,
	"admitted" integer NOT NULL,
	"at_ms" bigint NOT NULL,
	"day" integer NOT NULL,
	"today" integer NOT NULL,
	"minute" integer NOT NULL,
	"times" bigint[] NOT NULL,
	"counts" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_failures" (
	"address" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" bigint NOT NULL,
	"locked_until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_forms" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"sent_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tariff_imports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"list_id" text NOT NULL,
	"version" text NOT NULL,
	"imported_at" bigint NOT NULL,
	"sha256" text NOT NULL,
	"body" text NOT NULL,
	"summary" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"day" integer NOT NULL,
	"key_id" bigint NOT NULL,
	"product" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "usage_day_key_id_product_pk" PRIMARY KEY("day","key_id","product")
);
--> statement-breakpoint
CREATE TABLE "usage_errors" (
	"key_id" bigint NOT NULL,
	"day" integer NOT NULL,
	"product" text NOT NULL,
	"code" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "usage_errors_key_id_day_product_code_pk" PRIMARY KEY("key_id","day","product","code")
);
--> statement-breakpoint
CREATE TABLE "usage_minutes" (
	"minute" integer NOT NULL,
	"key_id" bigint NOT NULL,
	"product" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "usage_minutes_minute_key_id_product_pk" PRIMARY KEY("minute","key_id","product")
);
--> statement-breakpoint
CREATE TABLE "usage_totals" (
	"day" integer NOT NULL,
	"product" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "usage_totals_day_product_pk" PRIMARY KEY("day","product")
);
--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at_ms");--> statement-breakpoint
CREATE INDEX "certificates_issued" ON "certificates" USING btree ("issued_at_ms","gcc_id");--> statement-breakpoint
CREATE INDEX "certificates_sha256" ON "certificates" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "idempotency_forgotten" ON "idempotency" USING btree ("forgotten_at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "keys_hash" ON "keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "keys_lineage" ON "keys" USING btree ("lineage_id");--> statement-breakpoint
CREATE INDEX "keys_name" ON "keys" USING btree (lower("name") COLLATE "C");--> statement-breakpoint
CREATE INDEX "keys_last_used" ON "keys" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "keys_scope" ON "keys" USING btree ("scope");--> statement-breakpoint
CREATE INDEX "keys_expires" ON "keys" USING btree ("expires_at") WHERE "keys"."expires_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "keys_revoked" ON "keys" USING btree ("revoked_at") WHERE "keys"."revoked_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "tariff_imports_list" ON "tariff_imports" USING btree ("list_id","id");--> statement-breakpoint
CREATE INDEX "usage_key" ON "usage" USING btree ("key_id","day");--> statement-breakpoint
CREATE FUNCTION "audit_refuses"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'audit rows are never %', CASE TG_OP WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END; END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_keeps_rows" BEFORE UPDATE OR DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION "audit_refuses"();
--> statement-breakpoint
CREATE TRIGGER "audit_keeps_all" BEFORE TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "audit_refuses"();
--> statement-breakpoint
-- A row is rewritten for every group of requests of its key: room beside it keeps the new version on the page (no index is
-- touched), and its arrays stay in it, uncompressed, as long as a page holds them.
ALTER TABLE "lineages" SET (fillfactor = 50, toast_tuple_target = 8160);
--> statement-breakpoint
ALTER TABLE "lineages" ALTER COLUMN "times" SET STORAGE EXTERNAL, ALTER COLUMN "counts" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- How many of `asked.wanted` requests a line of rotations may make now, and its row after that. `was` is the row as it is
-- locked (null for the first), never what a statement's snapshot showed before it waited for that lock. `given_ms` is the
-- time in tests; else it is this database's own, read after the wait, so that all machines decide by one clock.
CREATE FUNCTION "lineage_decide"(was lineages, asked lineages, given_ms bigint) RETURNS lineages LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  stands lineages := asked;
  now_ms bigint := coalesce(given_ms, floor(extract(epoch FROM clock_timestamp()) * 1000));
  -- Up to 600 a minute times are exact. Above, they are rounded up to tenths of a second, so that a row never holds more
  -- than 600 of them: a request then leaves the window up to 0.1 s late, and never early.
  step_ms int := CASE WHEN asked.per_minute > 600 THEN 100 ELSE 1 END;
  held_ms bigint[] := coalesce(was.times, '{}');
  held int[] := coalesce(was.counts, '{}');
  gone int := 0;
  last int;
BEGIN
  IF was.at_ms > now_ms + 1000 THEN
    -- The clock was set back (less is jitter): what lies in its future happened now. It blocks a minute at most, and frees nothing.
    SELECT array_agg(least(t, now_ms) ORDER BY place) INTO held_ms FROM unnest(held_ms) WITH ORDINALITY AS u(t, place);
    held_ms := coalesce(held_ms, '{}');
  ELSE
    now_ms := greatest(now_ms, was.at_ms);
  END IF;
  stands.minute := coalesce(was.minute, 0);
  WHILE gone < cardinality(held_ms) AND held_ms[gone + 1] <= now_ms - 60000 LOOP
    gone := gone + 1;
    stands.minute := stands.minute - held[gone];
  END LOOP;
  IF gone > 0 THEN
    held_ms := held_ms[gone + 1:];
    held := held[gone + 1:];
  END IF;
  stands.at_ms := now_ms;
  stands.day := now_ms / 86400000;
  IF was.day = stands.day THEN
    stands.today := was.today;
  ELSE
    -- Usually nothing; a clock that was ahead, or a database this one was copied from, has used some of this day.
    SELECT coalesce(sum(u.requests), 0) INTO stands.today
    FROM keys k JOIN "usage" u ON u.key_id = k.id AND u.day = stands.day WHERE k.lineage_id = asked.lineage_id;
  END IF;
  stands.admitted := greatest(0, least(asked.wanted, asked.per_minute - stands.minute, asked.per_day - stands.today));
  IF stands.admitted > 0 THEN
    now_ms := (now_ms + step_ms - 1) / step_ms * step_ms;
    last := cardinality(held_ms);
    IF last > 0 AND held_ms[last] >= now_ms THEN
      held[last] := held[last] + stands.admitted;
    ELSE
      held_ms := held_ms || now_ms;
      held := held || stands.admitted;
    END IF;
    stands.minute := stands.minute + stands.admitted;
    stands.today := stands.today + stands.admitted;
  END IF;
  stands.times := held_ms;
  stands.counts := held;
  RETURN stands;
END $$;
