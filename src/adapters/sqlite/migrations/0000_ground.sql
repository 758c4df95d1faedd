CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`actor` text NOT NULL,
	`origin` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at_ms`);--> statement-breakpoint
CREATE TABLE `changes` (
	`topic` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `journal` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`entries` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lineage_id` integer NOT NULL,
	`name` text NOT NULL,
	`scope` text NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`hash` text NOT NULL,
	`prefix` text NOT NULL,
	`last_four` text NOT NULL,
	`per_minute` integer NOT NULL,
	`per_day` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`successor_id` integer,
	`last_used_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `keys_hash` ON `keys` (`hash`);--> statement-breakpoint
CREATE INDEX `keys_lineage` ON `keys` (`lineage_id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `tariff_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list_id` text NOT NULL,
	`version` text NOT NULL,
	`imported_at` integer NOT NULL,
	`sha256` text NOT NULL,
	`body` text NOT NULL,
	`summary` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `tariff_imports_list` ON `tariff_imports` (`list_id`,`id`);--> statement-breakpoint
CREATE TABLE `usage` (
	`day` integer NOT NULL,
	`key_id` integer NOT NULL,
	`product` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`day`, `key_id`, `product`)
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE INDEX `usage_key` ON `usage` (`key_id`,`day`);--> statement-breakpoint
CREATE TRIGGER `audit_keeps_rows` BEFORE DELETE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit rows are never deleted'); END;--> statement-breakpoint
CREATE TRIGGER `audit_keeps_values` BEFORE UPDATE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END;
