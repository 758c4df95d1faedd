CREATE TABLE "job_inputs" (
	"job_id" text NOT NULL,
	"number" integer NOT NULL,
	"first_line" integer NOT NULL,
	"lines" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "job_inputs_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
CREATE TABLE "job_outputs" (
	"job_id" text NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "job_outputs_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
CREATE TABLE "job_queue" (
	"job_id" text NOT NULL,
	"number" integer NOT NULL,
	"lease" text,
	"owner" text NOT NULL,
	"free_at_ms" bigint NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "job_queue_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"product" text NOT NULL,
	"lineage_id" bigint NOT NULL,
	"key_id" bigint NOT NULL,
	"status" text NOT NULL,
	"accepted_at_ms" bigint NOT NULL,
	"started_at_ms" bigint,
	"ended_at_ms" bigint,
	"expires_at_ms" bigint,
	"options" text NOT NULL,
	"lines_total" integer NOT NULL,
	"lines_done" integer NOT NULL,
	"counts" text NOT NULL,
	"errors" text NOT NULL,
	"errors_omitted" integer NOT NULL,
	"units_charged" integer NOT NULL,
	"units_returned" integer NOT NULL,
	"units_unused" integer NOT NULL,
	"charged_day" integer NOT NULL,
	"failure" text,
	"basis" text,
	"restarts" integer NOT NULL,
	"stored_bytes" bigint NOT NULL,
	"turn" bigint NOT NULL,
	"idempotency_key" text,
	"fingerprint" text
);
--> statement-breakpoint
CREATE INDEX "jobs_open" ON "jobs" USING btree ("lineage_id","turn") WHERE "jobs"."ended_at_ms" IS NULL;--> statement-breakpoint
CREATE INDEX "jobs_lineage" ON "jobs" USING btree ("lineage_id","accepted_at_ms","id");--> statement-breakpoint
CREATE INDEX "jobs_expires" ON "jobs" USING btree ("expires_at_ms") WHERE "jobs"."expires_at_ms" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_idempotency" ON "jobs" USING btree ("lineage_id","idempotency_key");--> statement-breakpoint
-- As in 0001, but an entry of the journal may name the day that it counts on: the charge of a job.
CREATE OR REPLACE FUNCTION "lineage_decide"(was lineages, asked lineages, given_ms bigint) RETURNS lineages LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  answer lineages := asked;
  clock_ms bigint := coalesce(given_ms, floor(extract(epoch FROM clock_timestamp()) * 1000));
  was_set_back boolean := coalesce(was.at_ms > clock_ms + 1000, false);
  now_at bigint := CASE WHEN was_set_back THEN clock_ms ELSE greatest(clock_ms, was.at_ms) END;
  today_is int := now_at / 86400000;
  rounding int := CASE WHEN asked.per_minute > 600 THEN 100 ELSE 1 END;
  rounded_ms bigint;
  held_ms bigint[] := coalesce(was.times, '{}');
  held int[] := coalesce(was.counts, '{}');
  held_total int := coalesce(was.minute, 0);
  booked int := 0;
  newest int := coalesce(was.newest_day, was.day);
  gone int := 0;
  last int;
BEGIN
  IF was.newest_day IS NULL THEN
    -- A lineage that this table does not know yet, or a row of an older version, which may have rows in the journal too.
    SELECT greatest(newest, max(u.day), -1) INTO newest
    FROM keys k JOIN "usage" u ON u.key_id = k.id WHERE k.lineage_id = asked.lineage_id;
    IF was.lineage_id IS NOT NULL THEN
      SELECT greatest(newest, max(coalesce((entry->>5)::int, j.at_ms / 86400000))) INTO newest
      FROM journal j, json_array_elements(j.entries::json) entry WHERE (entry->>1)::bigint = asked.lineage_id;
    END IF;
  END IF;
  IF was_set_back THEN
    SELECT coalesce(array_agg(least(t, now_at) ORDER BY place), '{}') INTO held_ms
    FROM unnest(held_ms) WITH ORDINALITY AS u(t, place);
  END IF;
  WHILE gone < cardinality(held_ms) AND held_ms[gone + 1] <= now_at - 60000 LOOP
    gone := gone + 1;
    held_total := held_total - held[gone];
  END LOOP;
  IF gone > 0 THEN
    held_ms := held_ms[gone + 1:];
    held := held[gone + 1:];
  END IF;
  IF was.day = today_is THEN
    booked := was.today;
  ELSIF today_is <= newest THEN
    SELECT coalesce(sum(requests), 0) INTO booked FROM (
      SELECT u.requests FROM keys k JOIN "usage" u ON u.key_id = k.id AND u.day = today_is WHERE k.lineage_id = asked.lineage_id
      UNION ALL
      SELECT (entry->>3)::bigint FROM journal j, json_array_elements(j.entries::json) entry
      WHERE coalesce((entry->>5)::int, j.at_ms / 86400000) = today_is AND (entry->>1)::bigint = asked.lineage_id
    ) AS counted(requests);
  END IF;
  answer.admitted := greatest(0, least(asked.wanted, asked.per_minute - held_total, asked.per_day - booked));
  IF answer.admitted > 0 THEN
    rounded_ms := (now_at + rounding - 1) / rounding * rounding;
    last := cardinality(held_ms);
    IF last > 0 AND held_ms[last] >= rounded_ms THEN
      held[last] := held[last] + answer.admitted;
    ELSE
      held_ms := held_ms || rounded_ms;
      held := held || answer.admitted;
    END IF;
    held_total := held_total + answer.admitted;
    booked := booked + answer.admitted;
    newest := greatest(newest, today_is);
  END IF;
  answer.now_ms := now_at;
  answer.minute_left := asked.per_minute - held_total;
  answer.day_left := asked.per_day - booked;
  answer.oldest_ms := held_ms[1];
  answer.newest_day := newest;
  IF answer.admitted > 0 OR was_set_back OR was.lineage_id IS NULL THEN
    answer.at_ms := CASE WHEN answer.admitted > 0 OR was_set_back THEN now_at ELSE 0 END;
    answer.day := today_is;
    answer.today := booked;
    answer.minute := held_total;
    answer.times := held_ms;
    answer.counts := held;
  ELSE
    answer.at_ms := was.at_ms;
    answer.day := was.day;
    answer.today := was.today;
    answer.minute := was.minute;
    answer.times := was.times;
    answer.counts := was.counts;
  END IF;
  RETURN answer;
END $$;
