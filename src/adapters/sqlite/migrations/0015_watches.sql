CREATE TABLE `watch_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`watch_id` text NOT NULL,
	`lineage_id` integer NOT NULL,
	`type` text NOT NULL,
	`at_ms` integer NOT NULL,
	`body` text NOT NULL,
	`once` text,
	`delivery` text NOT NULL,
	`attempts` integer NOT NULL,
	`due_at_ms` integer,
	`lease` text,
	`lease_until_ms` integer,
	`attempts_log` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `watch_events_id` ON `watch_events` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `watch_events_once` ON `watch_events` (`once`);--> statement-breakpoint
CREATE INDEX `watch_events_lineage` ON `watch_events` (`lineage_id`,`seq`);--> statement-breakpoint
CREATE INDEX `watch_events_watch` ON `watch_events` (`watch_id`,`seq`);--> statement-breakpoint
CREATE INDEX `watch_events_at` ON `watch_events` (`at_ms`);--> statement-breakpoint
CREATE INDEX `watch_events_due` ON `watch_events` (`due_at_ms`) WHERE "watch_events"."due_at_ms" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `watch_events_leased` ON `watch_events` (`lease_until_ms`) WHERE "watch_events"."lease_until_ms" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `watch_events_delivery` ON `watch_events` (`delivery`) WHERE "watch_events"."delivery" IN ('pending', 'dead');--> statement-breakpoint
CREATE TABLE `watch_looks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`watch_id` text NOT NULL,
	`kind` text NOT NULL,
	`part` text NOT NULL,
	`due_at_ms` integer,
	`lease` text,
	`lease_until_ms` integer,
	`basis` text NOT NULL,
	`seen` text,
	`failures` integer NOT NULL,
	`looked_at_ms` integer,
	`outcome` text
);
--> statement-breakpoint
CREATE INDEX `watch_looks_watch` ON `watch_looks` (`watch_id`);--> statement-breakpoint
CREATE INDEX `watch_looks_due` ON `watch_looks` (`kind`,`due_at_ms`);--> statement-breakpoint
CREATE TABLE `watches` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`lineage_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`paused` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`subject` text NOT NULL,
	`idempotency_key` text,
	`fingerprint` text,
	`webhook_url` text,
	`webhook_state` text,
	`webhook_note` text,
	`secret` text,
	`old_secret` text,
	`old_secret_until_ms` integer,
	`rotation_key` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `watches_id` ON `watches` (`id`);--> statement-breakpoint
CREATE INDEX `watches_lineage` ON `watches` (`lineage_id`,`seq`);