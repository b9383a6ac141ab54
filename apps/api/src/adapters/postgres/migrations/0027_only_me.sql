CREATE TABLE "signing_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"account" text NOT NULL,
	"state" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "custody" text DEFAULT 'assisted' NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_plans" ADD CONSTRAINT "signing_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signing_plans_waiting" ON "signing_plans" USING btree ("chain_id","account") WHERE "signing_plans"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "signing_plans_user" ON "signing_plans" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "signing_plans_operation" ON "signing_plans" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "signing_plans_expiry" ON "signing_plans" USING btree ("expires_at");