CREATE TABLE "operators" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" bigint NOT NULL,
	"password_set_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "operators_name" ON "operators" USING btree ("name");--> statement-breakpoint
INSERT INTO "operators" ("name", "role", "password_hash", "created_at", "password_set_at") SELECT 'owner', 'owner', "value", (extract(epoch FROM now()) * 1000)::bigint, (extract(epoch FROM now()) * 1000)::bigint FROM "settings" WHERE "name" = 'operator_password';--> statement-breakpoint
DELETE FROM "settings" WHERE "name" = 'operator_password';--> statement-breakpoint
DELETE FROM "operator_sessions";--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD COLUMN "operator_id" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD COLUMN "origin" text NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD COLUMN "started_at" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD COLUMN "seen_at" bigint NOT NULL;--> statement-breakpoint
CREATE INDEX "operator_sessions_operator" ON "operator_sessions" USING btree ("operator_id","started_at");
