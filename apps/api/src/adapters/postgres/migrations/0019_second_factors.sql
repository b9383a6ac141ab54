CREATE TABLE "admitted_payments" (
	"user_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"idempotency_key" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"cents" bigint NOT NULL,
	"recipient" "bytea" NOT NULL,
	"payment" "bytea" NOT NULL,
	"is_approved" boolean NOT NULL,
	"seal" "bytea" NOT NULL,
	CONSTRAINT "admitted_payments_user_id_position_pk" PRIMARY KEY("user_id","position")
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"challenge" "bytea" NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authenticator_apps" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_step" bigint NOT NULL,
	"seal" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"value" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"credential_id" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"wrap" "bytea",
	"is_synced" boolean NOT NULL,
	"transports" jsonb NOT NULL,
	"sign_count" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"seal" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "protections" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"daily_limit" bigint,
	"raise_to" bigint,
	"raise_at" timestamp (3) with time zone,
	"frozen_at" timestamp (3) with time zone,
	"lifted_reset_at" timestamp (3) with time zone,
	"factors_removed_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"payments" bigint NOT NULL,
	"version" bigint NOT NULL,
	"seal" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
ALTER TABLE "code_challenges" ADD COLUMN "contact_channel" text;--> statement-breakpoint
ALTER TABLE "code_challenges" ADD COLUMN "contact_value" text;--> statement-breakpoint
ALTER TABLE "admitted_payments" ADD CONSTRAINT "admitted_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "protections" ADD CONSTRAINT "protections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admitted_payments_key" ON "admitted_payments" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "admitted_payments_recipient" ON "admitted_payments" USING btree ("user_id","recipient");--> statement-breakpoint
CREATE INDEX "approvals_expiry" ON "approvals" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");