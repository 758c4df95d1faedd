CREATE TABLE "request_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at_ms" bigint NOT NULL,
	"request_id" text NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" integer NOT NULL,
	"code" text NOT NULL,
	"key_id" bigint,
	"duration_us" bigint NOT NULL,
	"network" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_log_days" (
	"day" integer PRIMARY KEY NOT NULL,
	"kept" bigint NOT NULL,
	"keyless" bigint NOT NULL,
	"not_kept" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at_ms" bigint NOT NULL,
	"address" text NOT NULL,
	"with_key" boolean NOT NULL,
	"deep" boolean NOT NULL,
	"score" integer,
	"errors" integer NOT NULL,
	"warnings" integer NOT NULL,
	"infos" integer NOT NULL,
	"findings" text NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_hours" (
	"hour" integer NOT NULL,
	"key_id" bigint NOT NULL,
	"product" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "usage_hours_hour_key_id_product_pk" PRIMARY KEY("hour","key_id","product")
);
--> statement-breakpoint
CREATE INDEX "request_log_at" ON "request_log" USING btree ("at_ms");--> statement-breakpoint
CREATE INDEX "request_log_key" ON "request_log" USING btree ("key_id","at_ms");--> statement-breakpoint
CREATE INDEX "request_log_request" ON "request_log" USING btree ("request_id");--> statement-breakpoint
INSERT INTO "usage_hours" SELECT "minute" / 60, "key_id", "product", sum("requests") FROM "usage_minutes" GROUP BY 1, 2, 3;
