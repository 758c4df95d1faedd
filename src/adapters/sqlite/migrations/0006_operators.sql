CREATE TABLE `operators` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`password_set_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_name` ON `operators` (`name`);--> statement-breakpoint
INSERT INTO `operators` (`name`, `role`, `password_hash`, `created_at`, `password_set_at`) SELECT 'owner', 'owner', `value`, unixepoch() * 1000, unixepoch() * 1000 FROM `settings` WHERE `name` = 'operator_password';--> statement-breakpoint
DELETE FROM `settings` WHERE `name` = 'operator_password';--> statement-breakpoint
DROP TABLE `operator_sessions`;--> statement-breakpoint
CREATE TABLE `operator_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`origin` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `operator_sessions_operator` ON `operator_sessions` (`operator_id`,`started_at`);
