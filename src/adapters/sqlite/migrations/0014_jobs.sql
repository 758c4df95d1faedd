CREATE TABLE `job_inputs` (
	`job_id` text NOT NULL,
	`number` integer NOT NULL,
	`first_line` integer NOT NULL,
	`lines` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`job_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `job_outputs` (
	`job_id` text NOT NULL,
	`number` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`job_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `job_queue` (
	`job_id` text NOT NULL,
	`number` integer NOT NULL,
	`lease` text,
	`owner` text NOT NULL,
	`free_at_ms` integer NOT NULL,
	`attempts` integer NOT NULL,
	PRIMARY KEY(`job_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`product` text NOT NULL,
	`lineage_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`status` text NOT NULL,
	`accepted_at_ms` integer NOT NULL,
	`started_at_ms` integer,
	`ended_at_ms` integer,
	`expires_at_ms` integer,
	`options` text NOT NULL,
	`lines_total` integer NOT NULL,
	`lines_done` integer NOT NULL,
	`counts` text NOT NULL,
	`errors` text NOT NULL,
	`errors_omitted` integer NOT NULL,
	`units_charged` integer NOT NULL,
	`units_returned` integer NOT NULL,
	`units_unused` integer NOT NULL,
	`charged_day` integer NOT NULL,
	`failure` text,
	`basis` text,
	`restarts` integer NOT NULL,
	`stored_bytes` integer NOT NULL,
	`turn` integer NOT NULL,
	`idempotency_key` text,
	`fingerprint` text
);
--> statement-breakpoint
CREATE INDEX `jobs_open` ON `jobs` (`lineage_id`,`turn`) WHERE "jobs"."ended_at_ms" IS NULL;--> statement-breakpoint
CREATE INDEX `jobs_lineage` ON `jobs` (`lineage_id`,`accepted_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_expires` ON `jobs` (`expires_at_ms`) WHERE "jobs"."expires_at_ms" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_idempotency` ON `jobs` (`lineage_id`,`idempotency_key`);