CREATE TABLE "chain_followers" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"last_number" bigint,
	"last_hash" text,
	"latest_number" bigint,
	"finalized_number" bigint,
	"looked_at" timestamp (3) with time zone,
	"follower" text,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "followed_blocks" (
	"chain_id" integer NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"parent_hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "followed_blocks_chain_id_number_pk" PRIMARY KEY("chain_id","number")
);
--> statement-breakpoint
CREATE TABLE "public_movements" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"account" text NOT NULL,
	"token_id" text NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"transaction_hash" text,
	"position" text NOT NULL,
	"cause" text NOT NULL,
	"direction" text NOT NULL,
	"from_address" text,
	"to_address" text,
	"amount" numeric(78, 0) NOT NULL,
	"is_success" boolean NOT NULL,
	"type" text NOT NULL,
	"operation_id" uuid
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"wants_payment_mails" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ramp_access" (
	"id" smallint PRIMARY KEY NOT NULL,
	"current" "bytea",
	"expires_at" timestamp (3) with time zone,
	"previous" "bytea",
	"issued_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ramp_news" (
	"id" text PRIMARY KEY NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ramp_orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"visit_id" uuid NOT NULL,
	"status" text,
	"fiat_currency" text,
	"fiat_amount" text,
	"crypto_amount" text,
	"address" text,
	"transaction_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ramp_visits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"side" text NOT NULL,
	"address" text NOT NULL,
	"ip" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ramp_orders" ADD CONSTRAINT "ramp_orders_visit_id_ramp_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."ramp_visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ramp_visits" ADD CONSTRAINT "ramp_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "public_movements_place" ON "public_movements" USING btree ("chain_id","block_number","position","account");--> statement-breakpoint
CREATE INDEX "public_movements_account" ON "public_movements" USING btree ("account","at","id");--> statement-breakpoint
CREATE INDEX "public_movements_coin" ON "public_movements" USING btree ("account","token_id","at","id");--> statement-breakpoint
CREATE INDEX "public_movements_fee" ON "public_movements" USING btree ("account","transaction_hash") WHERE "public_movements"."cause" = 'fee';--> statement-breakpoint
CREATE INDEX "public_movements_operation" ON "public_movements" USING btree ("operation_id") WHERE "public_movements"."operation_id" is not null;--> statement-breakpoint
CREATE INDEX "ramp_news_heard" ON "ramp_news" USING btree ("heard_at");--> statement-breakpoint
CREATE INDEX "ramp_orders_due" ON "ramp_orders" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "ramp_orders_visit" ON "ramp_orders" USING btree ("visit_id");--> statement-breakpoint
CREATE INDEX "ramp_visits_opened" ON "ramp_visits" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "ramp_visits_user" ON "ramp_visits" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outbox_untold" ON "outbox" USING btree ("id") WHERE "outbox"."sent_at" is null and "outbox"."channel" is null;