CREATE TABLE `alert_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alert_changes_name` ON `alert_changes` (`name`,`id`);--> statement-breakpoint
CREATE TABLE `alerts` (
	`name` text PRIMARY KEY NOT NULL,
	`enabled` integer,
	`threshold` integer,
	`state` text,
	`since_ms` integer
);
--> statement-breakpoint
CREATE TABLE `error_minutes` (
	`minute` integer NOT NULL,
	`code` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`minute`, `code`)
);
--> statement-breakpoint
CREATE TABLE `instances` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`address` text NOT NULL,
	`host` text NOT NULL,
	`pid` integer NOT NULL,
	`version` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`load` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `instances_seen` ON `instances` (`seen_at`);--> statement-breakpoint
CREATE INDEX `usage_errors_day` ON `usage_errors` (`day`,`code`);