CREATE TABLE `request_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`request_id` text NOT NULL,
	`method` text NOT NULL,
	`route` text NOT NULL,
	`status` integer NOT NULL,
	`code` text NOT NULL,
	`key_id` integer,
	`duration_us` integer NOT NULL,
	`network` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `request_log_at` ON `request_log` (`at_ms`);--> statement-breakpoint
CREATE INDEX `request_log_key` ON `request_log` (`key_id`,`at_ms`);--> statement-breakpoint
CREATE INDEX `request_log_request` ON `request_log` (`request_id`);--> statement-breakpoint
CREATE TABLE `request_log_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`kept` integer NOT NULL,
	`keyless` integer NOT NULL,
	`not_kept` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `scan_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`address` text NOT NULL,
	`with_key` integer NOT NULL,
	`deep` integer NOT NULL,
	`score` integer,
	`errors` integer NOT NULL,
	`warnings` integer NOT NULL,
	`infos` integer NOT NULL,
	`findings` text NOT NULL,
	`code` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `usage_hours` (
	`hour` integer NOT NULL,
	`key_id` integer NOT NULL,
	`product` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`hour`, `key_id`, `product`)
);
--> statement-breakpoint
INSERT INTO `usage_hours` SELECT `minute` / 60, `key_id`, `product`, sum(`requests`) FROM `usage_minutes` GROUP BY 1, 2, 3;
