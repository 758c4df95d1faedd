CREATE TABLE `saved_lineages` (
	`lineage_id` integer PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`newest_day` integer NOT NULL,
	`times` text NOT NULL,
	`counts` text NOT NULL
) STRICT;
