-- The same without AUTOINCREMENT, which changes a second table with every row.
CREATE TABLE `new_journal` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`entries` text NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `new_journal` (`seq`, `at_ms`, `entries`) SELECT `seq`, `at_ms`, `entries` FROM `journal`;--> statement-breakpoint
DROP TABLE `journal`;--> statement-breakpoint
ALTER TABLE `new_journal` RENAME TO `journal`;
