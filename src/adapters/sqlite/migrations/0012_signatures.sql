CREATE TABLE `signing_certificates` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`pem` text NOT NULL,
	`first_used_ms` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `certificate_files` ADD `signature` blob;--> statement-breakpoint
ALTER TABLE `certificate_files` ADD `signer` text;--> statement-breakpoint
ALTER TABLE `certificate_files` ADD `timestamped_at_ms` integer;