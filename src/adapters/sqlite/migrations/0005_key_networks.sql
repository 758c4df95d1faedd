CREATE TABLE `foreign_uses` (
	`key_id` integer PRIMARY KEY NOT NULL,
	`requests` integer NOT NULL,
	`last_address` text NOT NULL,
	`last_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `keys` ADD `networks` text DEFAULT '' NOT NULL;