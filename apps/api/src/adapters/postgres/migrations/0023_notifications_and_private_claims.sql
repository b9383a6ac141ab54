CREATE TABLE "arrival_cursors" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbox_reads" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"pending_since" timestamp (3) with time zone,
	"marks" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"seal" "bytea" NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
DROP INDEX "claims_expiry";--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "turned_off" text;--> statement-breakpoint
ALTER TABLE "private_transactions" ADD COLUMN "spender" text;--> statement-breakpoint
ALTER TABLE "private_transactions" ADD COLUMN "sealed_spender" "bytea";--> statement-breakpoint
ALTER TABLE "inbox_reads" ADD CONSTRAINT "inbox_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_due" ON "push_subscriptions" USING btree ("due_at") WHERE "push_subscriptions"."pending_since" is not null;--> statement-breakpoint
CREATE INDEX "claims_end" ON "claims" USING btree ("operation_id") WHERE "claims"."claim_notified_at" is null and "claims"."operation_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_received" ON "outbox" USING btree ("user_id","id") WHERE "outbox"."topic" = 'money-received';--> statement-breakpoint
CREATE INDEX "claims_expiry" ON "claims" USING btree ("expires_at") WHERE "claims"."expiry_notified_at" is null;