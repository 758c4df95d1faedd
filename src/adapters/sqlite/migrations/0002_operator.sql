CREATE TABLE `operator_failures` (
	`address` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL,
	`locked_until` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `operator_forms` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`sent_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `operator_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `usage_errors` (
	`key_id` integer NOT NULL,
	`day` integer NOT NULL,
	`product` text NOT NULL,
	`code` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`key_id`, `day`, `product`, `code`)
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE TABLE `usage_minutes` (
	`minute` integer NOT NULL,
	`key_id` integer NOT NULL,
	`product` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`minute`, `key_id`, `product`)
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE TABLE `usage_totals` (
	`day` integer NOT NULL,
	`product` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`day`, `product`)
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE INDEX `keys_name` ON `keys` ("name" COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `keys_last_used` ON `keys` (`last_used_at`);--> statement-breakpoint
CREATE INDEX `keys_scope` ON `keys` (`scope`);--> statement-breakpoint
CREATE INDEX `keys_expires` ON `keys` (`expires_at`) WHERE "keys"."expires_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `keys_revoked` ON `keys` (`revoked_at`) WHERE "keys"."revoked_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO `usage_totals` SELECT `day`, `product`, sum(`requests`) FROM `usage` GROUP BY `day`, `product`;--> statement-breakpoint
CREATE VIRTUAL TABLE `key_search` USING fts5(`name`, `last_four`, content='keys', content_rowid='id', tokenize='trigram');--> statement-breakpoint
INSERT INTO `key_search`(`key_search`) VALUES ('rebuild');--> statement-breakpoint
CREATE TRIGGER `key_search_follows` AFTER INSERT ON `keys` BEGIN INSERT INTO `key_search`(rowid, `name`, `last_four`) VALUES (new.`id`, new.`name`, new.`last_four`); END;
