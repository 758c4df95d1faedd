ALTER TABLE "keys" ADD COLUMN "owner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "tags" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "keys_prefix" ON "keys" USING btree ("prefix");--> statement-breakpoint
CREATE INDEX "keys_owner" ON "keys" USING btree (lower("owner") COLLATE "C");