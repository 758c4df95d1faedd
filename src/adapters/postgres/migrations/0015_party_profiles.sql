CREATE TABLE "party_profiles" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"lineage_id" bigint NOT NULL,
	"alternate_id" text NOT NULL,
	"roles" text NOT NULL,
	"details" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "party_profiles_key" ON "party_profiles" USING btree ("lineage_id","alternate_id");--> statement-breakpoint
CREATE INDEX "party_profiles_lineage" ON "party_profiles" USING btree ("lineage_id","seq");