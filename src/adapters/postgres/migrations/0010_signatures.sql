CREATE TABLE "signing_certificates" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"pem" text NOT NULL,
	"first_used_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "certificate_files" ADD COLUMN "signature" "bytea";--> statement-breakpoint
ALTER TABLE "certificate_files" ADD COLUMN "signer" text;--> statement-breakpoint
ALTER TABLE "certificate_files" ADD COLUMN "timestamped_at_ms" bigint;