CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"funding_key" text NOT NULL,
	"lookup" "bytea" NOT NULL,
	"content" "bytea" NOT NULL,
	"sealed_code" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"operation_id" uuid,
	"notified_at" timestamp (3) with time zone,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"expiry_notified_at" timestamp (3) with time zone,
	"claim_notified_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "claims_lookup" ON "claims" USING btree ("lookup");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_number" ON "claims" USING btree ("user_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_funding" ON "claims" USING btree ("user_id","funding_key");--> statement-breakpoint
CREATE INDEX "claims_expiry" ON "claims" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "claims_address" ON "claims" USING btree ("address");