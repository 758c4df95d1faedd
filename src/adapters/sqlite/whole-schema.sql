CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`actor` text NOT NULL,
	`origin` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL
) STRICT;
CREATE INDEX `audit_at` ON `audit` (`at_ms`);
CREATE TABLE `changes` (
	`topic` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
) STRICT;
CREATE TABLE `keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lineage_id` integer NOT NULL,
	`name` text NOT NULL,
	`scope` text NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`hash` text NOT NULL,
	`prefix` text NOT NULL,
	`last_four` text NOT NULL,
	`per_minute` integer NOT NULL,
	`per_day` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`successor_id` integer,
	`last_used_at` integer
, `networks` text DEFAULT '' NOT NULL, `owner` text DEFAULT '' NOT NULL, `tags` text DEFAULT '' NOT NULL) STRICT;
CREATE UNIQUE INDEX `keys_hash` ON `keys` (`hash`);
CREATE INDEX `keys_lineage` ON `keys` (`lineage_id`);
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
CREATE TABLE `tariff_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list_id` text NOT NULL,
	`version` text NOT NULL,
	`imported_at` integer NOT NULL,
	`sha256` text NOT NULL,
	`body` text NOT NULL,
	`summary` text NOT NULL
) STRICT;
CREATE INDEX `tariff_imports_list` ON `tariff_imports` (`list_id`,`id`);
CREATE TABLE `usage` (
	`day` integer NOT NULL,
	`key_id` integer NOT NULL,
	`product` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`day`, `key_id`, `product`)
) WITHOUT ROWID, STRICT;
CREATE INDEX `usage_key` ON `usage` (`key_id`,`day`);
CREATE TRIGGER `audit_keeps_rows` BEFORE DELETE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit rows are never deleted'); END;
CREATE TRIGGER `audit_keeps_values` BEFORE UPDATE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END;
CREATE TABLE `certificate_files` (
	`gcc_id` text PRIMARY KEY NOT NULL,
	`request_json` text NOT NULL,
	`pdf` blob NOT NULL
, `signature` blob, `signer` text, `timestamped_at_ms` integer) STRICT;
CREATE TABLE `certificates` (
	`gcc_id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`request_id` text NOT NULL,
	`issued_at_ms` integer NOT NULL,
	`verify_url` text NOT NULL,
	`sha256` text NOT NULL,
	`pdf_bytes` integer NOT NULL,
	`revoked_at_ms` integer,
	`search_text` text NOT NULL
, `revocation_reason` text, `successor_id` text, `lineage_id` integer, `state` text DEFAULT 'incomplete' NOT NULL) STRICT;
CREATE INDEX `certificates_issued` ON `certificates` (`issued_at_ms`,`gcc_id`);
CREATE INDEX `certificates_sha256` ON `certificates` (`sha256`);
CREATE TABLE `idempotency` (
	`lineage` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`body_sha256` text NOT NULL,
	`gcc_id` text NOT NULL,
	`forgotten_at_ms` integer NOT NULL,
	PRIMARY KEY(`lineage`, `idempotency_key`)
) STRICT;
CREATE INDEX `idempotency_forgotten` ON `idempotency` (`forgotten_at_ms`);
CREATE TABLE `operator_failures` (
	`address` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL,
	`locked_until` integer NOT NULL
) STRICT;
CREATE TABLE `operator_forms` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`sent_at` integer NOT NULL
) STRICT;
CREATE TABLE `usage_errors` (
	`key_id` integer NOT NULL,
	`day` integer NOT NULL,
	`product` text NOT NULL,
	`code` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`key_id`, `day`, `product`, `code`)
) WITHOUT ROWID, STRICT;
CREATE TABLE `usage_minutes` (
	`minute` integer NOT NULL,
	`key_id` integer NOT NULL,
	`product` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`minute`, `key_id`, `product`)
) WITHOUT ROWID, STRICT;
CREATE TABLE `usage_totals` (
	`day` integer NOT NULL,
	`product` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`day`, `product`)
) WITHOUT ROWID, STRICT;
CREATE INDEX `keys_name` ON `keys` ("name" COLLATE NOCASE);
CREATE INDEX `keys_last_used` ON `keys` (`last_used_at`);
CREATE INDEX `keys_scope` ON `keys` (`scope`);
CREATE INDEX `keys_expires` ON `keys` (`expires_at`) WHERE "keys"."expires_at" IS NOT NULL;
CREATE INDEX `keys_revoked` ON `keys` (`revoked_at`) WHERE "keys"."revoked_at" IS NOT NULL;
CREATE TABLE `saved_lineages` (
	`lineage_id` integer PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`newest_day` integer NOT NULL,
	`times` text NOT NULL,
	`counts` text NOT NULL
) STRICT;
CREATE TABLE `resource_days` (
	`lineage_id` integer NOT NULL,
	`day` integer NOT NULL,
	`cpu_ms` integer NOT NULL,
	`bytes_fetched` integer NOT NULL,
	PRIMARY KEY(`lineage_id`, `day`)
) WITHOUT ROWID, STRICT;
CREATE INDEX `resource_days_day` ON `resource_days` (`day`);
CREATE TABLE `resources` (
	`lineage_id` integer PRIMARY KEY NOT NULL,
	`stored_bytes` integer DEFAULT 0 NOT NULL,
	`stored_bytes_max` integer,
	`cpu_ms_max` integer,
	`bytes_fetched_max` integer
) STRICT;
CREATE TABLE `foreign_uses` (
	`key_id` integer PRIMARY KEY NOT NULL,
	`requests` integer NOT NULL,
	`last_address` text NOT NULL,
	`last_at` integer NOT NULL
) STRICT;
CREATE TABLE `operators` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`password_set_at` integer NOT NULL
) STRICT;
CREATE UNIQUE INDEX `operators_name` ON `operators` (`name`);
CREATE TABLE `operator_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`origin` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL
) STRICT;
CREATE INDEX `operator_sessions_operator` ON `operator_sessions` (`operator_id`,`started_at`);
CREATE INDEX `keys_prefix` ON `keys` (`prefix`);
CREATE INDEX `keys_owner` ON `keys` ("owner" COLLATE NOCASE);
CREATE VIRTUAL TABLE `key_search` USING fts5(`name`, `last_four`, `notes`, `owner`, `tags`, content='keys', content_rowid='id', tokenize='trigram');
CREATE TRIGGER `key_search_follows` AFTER INSERT ON `keys` BEGIN INSERT INTO `key_search`(rowid, `name`, `last_four`, `notes`, `owner`, `tags`) VALUES (new.`id`, new.`name`, new.`last_four`, new.`notes`, new.`owner`, new.`tags`); END;
CREATE TRIGGER `key_search_changes` AFTER UPDATE OF `name`, `notes`, `owner`, `tags` ON `keys` BEGIN INSERT INTO `key_search`(`key_search`, rowid, `name`, `last_four`, `notes`, `owner`, `tags`) VALUES ('delete', old.`id`, old.`name`, old.`last_four`, old.`notes`, old.`owner`, old.`tags`); INSERT INTO `key_search`(rowid, `name`, `last_four`, `notes`, `owner`, `tags`) VALUES (new.`id`, new.`name`, new.`last_four`, new.`notes`, new.`owner`, new.`tags`); END;
CREATE TABLE `request_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`request_id` text NOT NULL,
	`method` text NOT NULL,
	`route` text NOT NULL,
	`status` integer NOT NULL,
	`code` text NOT NULL,
	`key_id` integer,
	`duration_us` integer NOT NULL,
	`network` text NOT NULL
);
CREATE INDEX `request_log_at` ON `request_log` (`at_ms`);
CREATE INDEX `request_log_key` ON `request_log` (`key_id`,`at_ms`);
CREATE INDEX `request_log_request` ON `request_log` (`request_id`);
CREATE TABLE `request_log_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`kept` integer NOT NULL,
	`keyless` integer NOT NULL,
	`not_kept` integer NOT NULL
);
CREATE TABLE `scan_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`address` text NOT NULL,
	`with_key` integer NOT NULL,
	`deep` integer NOT NULL,
	`score` integer,
	`errors` integer NOT NULL,
	`warnings` integer NOT NULL,
	`infos` integer NOT NULL,
	`findings` text NOT NULL,
	`code` text NOT NULL
);
CREATE TABLE `usage_hours` (
	`hour` integer NOT NULL,
	`key_id` integer NOT NULL,
	`product` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`hour`, `key_id`, `product`)
);
CREATE TABLE `alert_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`detail` text NOT NULL
);
CREATE INDEX `alert_changes_name` ON `alert_changes` (`name`,`id`);
CREATE TABLE `alerts` (
	`name` text PRIMARY KEY NOT NULL,
	`enabled` integer,
	`threshold` integer,
	`state` text,
	`since_ms` integer
);
CREATE TABLE `error_minutes` (
	`minute` integer NOT NULL,
	`code` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`minute`, `code`)
);
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
CREATE INDEX `instances_seen` ON `instances` (`seen_at`);
CREATE INDEX `usage_errors_day` ON `usage_errors` (`day`,`code`);
CREATE INDEX `certificates_lineage` ON `certificates` (`lineage_id`,`issued_at_ms`,`gcc_id`);
CREATE TABLE `signing_certificates` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`pem` text NOT NULL,
	`first_used_ms` integer NOT NULL
);
CREATE TABLE `citation_code_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`imported_at` integer NOT NULL,
	`sha256` text NOT NULL,
	`body` text NOT NULL
);
CREATE TABLE `filed_parties` (
	`certifier_id` text NOT NULL,
	`alternate_id` text NOT NULL,
	`content_sha256` text,
	PRIMARY KEY(`certifier_id`, `alternate_id`)
);
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
CREATE INDEX `filings_certificate` ON `filings` (`gcc_id`,`id`);
CREATE INDEX `filings_product` ON `filings` (`product_id`,`id`);
CREATE INDEX `filings_due` ON `filings` (`next_poll_at_ms`) WHERE "filings"."next_poll_at_ms" IS NOT NULL;
CREATE TABLE `job_inputs` (
	`job_id` text NOT NULL,
	`number` integer NOT NULL,
	`first_line` integer NOT NULL,
	`lines` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`job_id`, `number`)
);
CREATE TABLE `job_outputs` (
	`job_id` text NOT NULL,
	`number` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`job_id`, `number`)
);
CREATE TABLE `job_queue` (
	`job_id` text NOT NULL,
	`number` integer NOT NULL,
	`lease` text,
	`owner` text NOT NULL,
	`free_at_ms` integer NOT NULL,
	`attempts` integer NOT NULL,
	PRIMARY KEY(`job_id`, `number`)
);
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
CREATE INDEX `jobs_open` ON `jobs` (`lineage_id`,`turn`) WHERE "jobs"."ended_at_ms" IS NULL;
CREATE INDEX `jobs_lineage` ON `jobs` (`lineage_id`,`accepted_at_ms`,`id`);
CREATE INDEX `jobs_expires` ON `jobs` (`expires_at_ms`) WHERE "jobs"."expires_at_ms" IS NOT NULL;
CREATE UNIQUE INDEX `jobs_idempotency` ON `jobs` (`lineage_id`,`idempotency_key`);
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
CREATE UNIQUE INDEX `watch_events_id` ON `watch_events` (`id`);
CREATE UNIQUE INDEX `watch_events_once` ON `watch_events` (`once`);
CREATE INDEX `watch_events_lineage` ON `watch_events` (`lineage_id`,`seq`);
CREATE INDEX `watch_events_watch` ON `watch_events` (`watch_id`,`seq`);
CREATE INDEX `watch_events_at` ON `watch_events` (`at_ms`);
CREATE INDEX `watch_events_due` ON `watch_events` (`due_at_ms`) WHERE "watch_events"."due_at_ms" IS NOT NULL;
CREATE INDEX `watch_events_leased` ON `watch_events` (`lease_until_ms`) WHERE "watch_events"."lease_until_ms" IS NOT NULL;
CREATE INDEX `watch_events_delivery` ON `watch_events` (`delivery`) WHERE "watch_events"."delivery" IN ('pending', 'dead');
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
CREATE INDEX `watch_looks_watch` ON `watch_looks` (`watch_id`);
CREATE INDEX `watch_looks_due` ON `watch_looks` (`kind`,`due_at_ms`);
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
CREATE UNIQUE INDEX `watches_id` ON `watches` (`id`);
CREATE INDEX `watches_lineage` ON `watches` (`lineage_id`,`seq`);
CREATE TABLE `work_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`key_hash` text NOT NULL,
	`lineage_id` integer NOT NULL,
	`origin` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
CREATE INDEX `work_sessions_key` ON `work_sessions` (`key_hash`,`started_at`);
CREATE INDEX `work_sessions_expires` ON `work_sessions` (`expires_at`);
CREATE INDEX `work_sessions_seen` ON `work_sessions` (`seen_at`);
CREATE TABLE `party_profiles` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lineage_id` integer NOT NULL,
	`alternate_id` text NOT NULL,
	`roles` text NOT NULL,
	`details` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
CREATE UNIQUE INDEX `party_profiles_key` ON `party_profiles` (`lineage_id`,`alternate_id`);
CREATE INDEX `party_profiles_lineage` ON `party_profiles` (`lineage_id`,`seq`);
CREATE VIRTUAL TABLE `certificate_texts` USING fts5(search_text, content='', detail='none', tokenize="trigram case_sensitive 1");
CREATE TRIGGER `certificates_text` AFTER INSERT ON `certificates` BEGIN
  INSERT INTO `certificate_texts` (rowid, search_text)
    SELECT coalesce(max(id) + 1, new.issued_at_ms / 1000 << 20),
      iif(length(CAST(new.search_text AS BLOB)) > 1000, char(1, 1, 1), new.search_text)
    FROM `certificate_texts_docsize` WHERE id >= new.issued_at_ms / 1000 << 20 AND id < (new.issued_at_ms / 1000 + 1) << 20;
END;
CREATE TABLE "journal" (
	`seq` integer PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`entries` text NOT NULL
) STRICT;
