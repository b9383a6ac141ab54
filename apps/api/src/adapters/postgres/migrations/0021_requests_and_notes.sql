CREATE TABLE "notes" (
	"user_id" uuid NOT NULL,
	"subject" "bytea" NOT NULL,
	"version" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "notes_user_id_subject_pk" PRIMARY KEY("user_id","subject")
);
--> statement-breakpoint
CREATE TABLE "payment_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"lookup" "bytea" NOT NULL,
	"content" "bytea" NOT NULL,
	"sealed_code" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"operation_id" uuid,
	"settled_at" timestamp (3) with time zone,
	"settled_hash" text
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_requests_lookup" ON "payment_requests" USING btree ("lookup");--> statement-breakpoint
CREATE INDEX "payment_requests_user" ON "payment_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_requests_expiry" ON "payment_requests" USING btree ("expires_at");