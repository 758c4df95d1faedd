ALTER TABLE "certificates" ADD COLUMN "public_since_ms" bigint;--> statement-breakpoint
CREATE INDEX "certificates_successor" ON "certificates" USING btree ("successor_id");