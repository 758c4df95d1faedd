ALTER TABLE "certificates" ADD COLUMN "revocation_reason" text;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "successor_id" text;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "lineage_id" bigint;--> statement-breakpoint
-- Older certificates get the lineage of their key. Those that no key asked for keep none.
UPDATE "certificates" SET "lineage_id" = keys."lineage_id" FROM "keys" WHERE keys."id"::text = "certificates"."key_id";
--> statement-breakpoint
CREATE INDEX "certificates_lineage" ON "certificates" USING btree ("lineage_id","issued_at_ms","gcc_id");