CREATE TABLE "audit_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid,
	"session_id" uuid,
	"ip" text NOT NULL,
	"event" text NOT NULL,
	"previous_hash" "bytea",
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_records" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seed_ciphertext" "bytea" NOT NULL,
	"password_salt" "bytea" NOT NULL,
	"password_parameters" jsonb NOT NULL,
	"password_verifier_hash" "bytea" NOT NULL,
	"pepper_id" text NOT NULL,
	"password_wrap" "bytea" NOT NULL,
	"recovery_wrap" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "session_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"parent_hash" "bytea",
	"used_at" timestamp (3) with time zone,
	"presented_at" timestamp (3) with time zone,
	"wrap" "bytea",
	"successor" "bytea"
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_active_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_address" text NOT NULL,
	"private_address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallets_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "wallets_public_address_unique" UNIQUE("public_address"),
	CONSTRAINT "wallets_private_address_unique" UNIQUE("private_address")
);
--> statement-breakpoint
CREATE TABLE "chain_accounts" (
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"next_nonce" bigint NOT NULL,
	CONSTRAINT "chain_accounts_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "chain_heads" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"latest_block" bigint NOT NULL,
	"finalized_block" bigint NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation_transactions" (
	"operation_id" uuid NOT NULL,
	"rung" smallint NOT NULL,
	"chain_id" integer NOT NULL,
	"account" text NOT NULL,
	"nonce" bigint NOT NULL,
	"hash" text NOT NULL,
	"raw" text NOT NULL,
	CONSTRAINT "operation_transactions_operation_id_rung_pk" PRIMARY KEY("operation_id","rung")
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"chain_id" integer NOT NULL,
	"account" text NOT NULL,
	"recipient" text NOT NULL,
	"token_id" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"fee_token_id" text NOT NULL,
	"estimated_fee" numeric(78, 0) NOT NULL,
	"fee_ceiling" numeric(78, 0) NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"rungs_tried" smallint DEFAULT 0 NOT NULL,
	"first_tried_at" timestamp (3) with time zone,
	"last_tried_at" timestamp (3) with time zone,
	"mined_hash" text,
	"mined_block_number" bigint,
	"mined_block_hash" text,
	"is_mined_success" boolean,
	"fee_paid" numeric(78, 0),
	"mined_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_epoch" integer NOT NULL,
	CONSTRAINT "operations_amount_positive" CHECK ("operations"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"user_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "price_samples" (
	"token_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"usd" double precision NOT NULL,
	CONSTRAINT "price_samples_token_id_at_pk" PRIMARY KEY("token_id","at")
);
--> statement-breakpoint
CREATE TABLE "price_turns" (
	"id" smallint PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"token_id" text PRIMARY KEY NOT NULL,
	"usd" double precision NOT NULL,
	"change_24h" double precision,
	"as_of" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "key_records" ADD CONSTRAINT "key_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_transactions" ADD CONSTRAINT "operation_transactions_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_tokens_session" ON "session_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "session_tokens_parent" ON "session_tokens" USING btree ("parent_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","last_active_at");--> statement-breakpoint
CREATE UNIQUE INDEX "operation_transactions_nonce" ON "operation_transactions" USING btree ("chain_id","account","nonce","rung");--> statement-breakpoint
CREATE UNIQUE INDEX "operation_transactions_hash" ON "operation_transactions" USING btree ("chain_id","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "operations_user_key" ON "operations" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "operations_open_due" ON "operations" USING btree ("due_at") WHERE "operations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "operations_open_id" ON "operations" USING btree ("id") WHERE "operations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "operations_open_user" ON "operations" USING btree ("user_id") WHERE "operations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "operations_open_account" ON "operations" USING btree ("account") WHERE "operations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "operations_account_mined" ON "operations" USING btree ("account","mined_at");--> statement-breakpoint
CREATE INDEX "operations_user_recipient" ON "operations" USING btree ("user_id","recipient");--> statement-breakpoint
CREATE INDEX "outbox_unsent" ON "outbox" USING btree ("id") WHERE "outbox"."sent_at" is null;