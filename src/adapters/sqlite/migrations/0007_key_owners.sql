ALTER TABLE `keys` ADD `owner` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `keys` ADD `tags` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `keys_prefix` ON `keys` (`prefix`);--> statement-breakpoint
CREATE INDEX `keys_owner` ON `keys` ("owner" COLLATE NOCASE);--> statement-breakpoint
DROP TRIGGER `key_search_follows`;--> statement-breakpoint
DROP TABLE `key_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `key_search` USING fts5(`name`, `last_four`, `notes`, `owner`, `tags`, content='keys', content_rowid='id', tokenize='trigram');--> statement-breakpoint
INSERT INTO `key_search`(`key_search`) VALUES ('rebuild');--> statement-breakpoint
CREATE TRIGGER `key_search_follows` AFTER INSERT ON `keys` BEGIN INSERT INTO `key_search`(rowid, `name`, `last_four`, `notes`, `owner`, `tags`) VALUES (new.`id`, new.`name`, new.`last_four`, new.`notes`, new.`owner`, new.`tags`); END;--> statement-breakpoint
CREATE TRIGGER `key_search_changes` AFTER UPDATE OF `name`, `notes`, `owner`, `tags` ON `keys` BEGIN INSERT INTO `key_search`(`key_search`, rowid, `name`, `last_four`, `notes`, `owner`, `tags`) VALUES ('delete', old.`id`, old.`name`, old.`last_four`, old.`notes`, old.`owner`, old.`tags`); INSERT INTO `key_search`(rowid, `name`, `last_four`, `notes`, `owner`, `tags`) VALUES (new.`id`, new.`name`, new.`last_four`, new.`notes`, new.`owner`, new.`tags`); END;
