CREATE TABLE "work_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL,
	"key_hash" text NOT NULL,
	"lineage_id" bigint NOT NULL,
	"origin" text NOT NULL,
	"started_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "work_sessions_key" ON "work_sessions" USING btree ("key_hash","started_at");--> statement-breakpoint
CREATE INDEX "work_sessions_expires" ON "work_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "work_sessions_seen" ON "work_sessions" USING btree ("seen_at");