ALTER TABLE `certificates` ADD `revocation_reason` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `successor_id` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `lineage_id` integer;--> statement-breakpoint
-- Older certificates get the lineage of their key. Those that no key asked for keep none.
UPDATE `certificates` SET `lineage_id` = (
  SELECT keys.`lineage_id` FROM `keys`
  WHERE keys.`id` = CAST(`certificates`.`key_id` AS INTEGER) AND CAST(keys.`id` AS TEXT) = `certificates`.`key_id`
);
--> statement-breakpoint
CREATE INDEX `certificates_lineage` ON `certificates` (`lineage_id`,`issued_at_ms`,`gcc_id`);