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
CREATE INDEX "ramp_news_heard" ON "ramp_news" USING btree ("heard_at");--> statement-breakpoint
CREATE INDEX "ramp_orders_due" ON "ramp_orders" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "ramp_orders_visit" ON "ramp_orders" USING btree ("visit_id");--> statement-breakpoint
CREATE INDEX "ramp_visits_opened" ON "ramp_visits" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "ramp_visits_user" ON "ramp_visits" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outbox_untold" ON "outbox" USING btree ("id") WHERE "outbox"."sent_at" is null and "outbox"."channel" is null;