ALTER TABLE "operations" ADD COLUMN "least_rungs" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "cancel_requested_at" timestamp (3) with time zone;