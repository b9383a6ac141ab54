CREATE TABLE "swap_offers" (
	"request_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account" text NOT NULL,
	"from_token_id" text NOT NULL,
	"to_token_id" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"route" jsonb NOT NULL,
	"offered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "swaps" (
	"request_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"account" text NOT NULL,
	"from_token_id" text NOT NULL,
	"to_token_id" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"minimum_received" numeric(78, 0) NOT NULL,
	"slippage_bps" smallint NOT NULL,
	"route" jsonb NOT NULL,
	"steps" jsonb NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "swap_offers_offered_at" ON "swap_offers" USING btree ("offered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "swaps_user_key" ON "swaps" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "swaps_user_created" ON "swaps" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "swaps_open_due" ON "swaps" USING btree ("due_at") WHERE "swaps"."status" not in ('completed', 'failed');