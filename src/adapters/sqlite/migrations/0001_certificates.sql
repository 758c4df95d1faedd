CREATE TABLE `certificate_files` (
	`gcc_id` text PRIMARY KEY NOT NULL,
	`request_json` text NOT NULL,
	`pdf` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `certificates` (
	`gcc_id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`request_id` text NOT NULL,
	`issued_at_ms` integer NOT NULL,
	`verify_url` text NOT NULL,
	`sha256` text NOT NULL,
	`pdf_bytes` integer NOT NULL,
	`complete` integer NOT NULL,
	`revoked_at_ms` integer,
	`search_text` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `certificates_issued` ON `certificates` (`issued_at_ms`,`gcc_id`);--> statement-breakpoint
CREATE INDEX `certificates_sha256` ON `certificates` (`sha256`);--> statement-breakpoint
CREATE TABLE `idempotency` (
	`lineage` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`body_sha256` text NOT NULL,
	`gcc_id` text NOT NULL,
	`forgotten_at_ms` integer NOT NULL,
	PRIMARY KEY(`lineage`, `idempotency_key`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_forgotten` ON `idempotency` (`forgotten_at_ms`);