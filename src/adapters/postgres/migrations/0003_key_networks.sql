CREATE TABLE "foreign_uses" (
	"key_id" bigint PRIMARY KEY NOT NULL,
	"requests" bigint NOT NULL,
	"last_address" text NOT NULL,
	"last_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "networks" text DEFAULT '' NOT NULL;