CREATE TABLE "citation_code_imports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"imported_at" bigint NOT NULL,
	"sha256" text NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "filed_parties" (
	"certifier_id" text NOT NULL,
	"alternate_id" text NOT NULL,
	"content_sha256" text,
	CONSTRAINT "filed_parties_certifier_id_alternate_id_pk" PRIMARY KEY("certifier_id","alternate_id")
);
--> statement-breakpoint
CREATE TABLE "filings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"gcc_id" text NOT NULL,
	"certifier_id" text NOT NULL,
	"collection_id" text NOT NULL,
	"product_id" text NOT NULL,
	"version_id" text NOT NULL,
	"state" text NOT NULL,
	"sent_at_ms" bigint NOT NULL,
	"import_id" text,
	"decided_at_ms" bigint,
	"errors" text NOT NULL,
	"parties" text NOT NULL,
	"polls" integer NOT NULL,
	"next_poll_at_ms" bigint
);
--> statement-breakpoint
CREATE INDEX "filings_certificate" ON "filings" USING btree ("gcc_id","id");--> statement-breakpoint
CREATE INDEX "filings_product" ON "filings" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "filings_due" ON "filings" USING btree ("next_poll_at_ms") WHERE "filings"."next_poll_at_ms" IS NOT NULL;