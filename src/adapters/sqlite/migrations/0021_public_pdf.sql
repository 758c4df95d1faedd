ALTER TABLE `certificates` ADD `public_since_ms` integer;--> statement-breakpoint
CREATE INDEX `certificates_successor` ON `certificates` (`successor_id`);