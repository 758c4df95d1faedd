CREATE TABLE `citation_code_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`imported_at` integer NOT NULL,
	`sha256` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `filed_parties` (
	`certifier_id` text NOT NULL,
	`alternate_id` text NOT NULL,
	`content_sha256` text,
	PRIMARY KEY(`certifier_id`, `alternate_id`)
);
--> statement-breakpoint
CREATE TABLE `filings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`gcc_id` text NOT NULL,
	`certifier_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`product_id` text NOT NULL,
	`version_id` text NOT NULL,
	`state` text NOT NULL,
	`sent_at_ms` integer NOT NULL,
	`import_id` text,
	`decided_at_ms` integer,
	`errors` text NOT NULL,
	`parties` text NOT NULL,
	`polls` integer NOT NULL,
	`next_poll_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `filings_certificate` ON `filings` (`gcc_id`,`id`);--> statement-breakpoint
CREATE INDEX `filings_product` ON `filings` (`product_id`,`id`);--> statement-breakpoint
CREATE INDEX `filings_due` ON `filings` (`next_poll_at_ms`) WHERE "filings"."next_poll_at_ms" IS NOT NULL;