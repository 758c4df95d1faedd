ALTER TABLE "certificates" ADD COLUMN "state" text DEFAULT 'incomplete' NOT NULL;--> statement-breakpoint
-- No older certificate has the sentence that is attested to, so none of them is `stated`.
UPDATE "certificates" SET "state" = 'stated_with_defects' WHERE "complete";--> statement-breakpoint
ALTER TABLE "certificates" DROP COLUMN "complete";
