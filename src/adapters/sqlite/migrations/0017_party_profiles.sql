CREATE TABLE `party_profiles` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lineage_id` integer NOT NULL,
	`alternate_id` text NOT NULL,
	`roles` text NOT NULL,
	`details` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `party_profiles_key` ON `party_profiles` (`lineage_id`,`alternate_id`);--> statement-breakpoint
CREATE INDEX `party_profiles_lineage` ON `party_profiles` (`lineage_id`,`seq`);