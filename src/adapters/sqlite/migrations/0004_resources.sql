CREATE TABLE `resource_days` (
	`lineage_id` integer NOT NULL,
	`day` integer NOT NULL,
	`cpu_ms` integer NOT NULL,
	`bytes_fetched` integer NOT NULL,
	PRIMARY KEY(`lineage_id`, `day`)
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE INDEX `resource_days_day` ON `resource_days` (`day`);--> statement-breakpoint
CREATE TABLE `resources` (
	`lineage_id` integer PRIMARY KEY NOT NULL,
	`stored_bytes` integer DEFAULT 0 NOT NULL,
	`stored_bytes_max` integer,
	`cpu_ms_max` integer,
	`bytes_fetched_max` integer
) STRICT;--> statement-breakpoint
-- What certificates store already, counted as `storedBytesOf` does (src/domain/certificate-store.ts). Those of no key are left out.
INSERT INTO `resources` (`lineage_id`, `stored_bytes`)
SELECT keys.`lineage_id`, sum(made.`bytes`) FROM (
  SELECT c.`key_id`, sum(c.`pdf_bytes` + octet_length(f.`request_json`) + octet_length(c.`search_text`) + 2048) AS `bytes`
  FROM `certificates` c JOIN `certificate_files` f ON f.`gcc_id` = c.`gcc_id` GROUP BY c.`key_id`
) made JOIN `keys` ON keys.`id` = CAST(made.`key_id` AS INTEGER) AND CAST(keys.`id` AS TEXT) = made.`key_id`
GROUP BY keys.`lineage_id`;
