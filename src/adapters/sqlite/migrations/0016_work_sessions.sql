CREATE TABLE `work_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`key_hash` text NOT NULL,
	`lineage_id` integer NOT NULL,
	`origin` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `work_sessions_key` ON `work_sessions` (`key_hash`,`started_at`);--> statement-breakpoint
CREATE INDEX `work_sessions_expires` ON `work_sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `work_sessions_seen` ON `work_sessions` (`seen_at`);