CREATE TABLE "alert_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at_ms" bigint NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"detail" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"name" text PRIMARY KEY NOT NULL,
	"enabled" boolean,
	"threshold" bigint,
	"state" text,
	"since_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "error_minutes" (
	"minute" integer NOT NULL,
	"code" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "error_minutes_minute_code_pk" PRIMARY KEY("minute","code")
);
--> statement-breakpoint
CREATE TABLE "instances" (
	"id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"address" text NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"started_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"load" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "alert_changes_name" ON "alert_changes" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "instances_seen" ON "instances" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "usage_errors_day" ON "usage_errors" USING btree ("day","code");