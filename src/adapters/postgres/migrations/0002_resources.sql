CREATE TABLE "resource_days" (
	"lineage_id" bigint NOT NULL,
	"day" integer NOT NULL,
	"cpu_ms" bigint NOT NULL,
	"bytes_fetched" bigint NOT NULL,
	CONSTRAINT "resource_days_lineage_id_day_pk" PRIMARY KEY("lineage_id","day")
);
--> statement-breakpoint
CREATE TABLE "resources" (
	"lineage_id" bigint PRIMARY KEY NOT NULL,
	"stored_bytes" bigint DEFAULT 0 NOT NULL,
	"stored_bytes_max" bigint,
	"cpu_ms_max" bigint,
	"bytes_fetched_max" bigint
);
--> statement-breakpoint
CREATE INDEX "resource_days_day" ON "resource_days" USING btree ("day");--> statement-breakpoint
-- What certificates store already, counted as `storedBytesOf` does (src/domain/certificate-store.ts). Those of no key are left out.
INSERT INTO "resources" ("lineage_id", "stored_bytes")
SELECT keys."lineage_id", sum(made."bytes") FROM (
  SELECT c."key_id", sum(c."pdf_bytes" + octet_length(f."request_json") + octet_length(c."search_text") + 2048) AS "bytes"
  FROM "certificates" c JOIN "certificate_files" f ON f."gcc_id" = c."gcc_id" GROUP BY c."key_id"
) made JOIN "keys" ON keys."id"::text = made."key_id" GROUP BY keys."lineage_id";
