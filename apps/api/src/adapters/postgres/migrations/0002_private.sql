CREATE TABLE "pool_cursors" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"read_to" bigint,
	"final_to" bigint,
	"is_complete" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pool_moves" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"position" smallint NOT NULL,
	"direction" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"asset" text NOT NULL,
	"inside" numeric(78, 0) NOT NULL,
	"outside" numeric(78, 0) NOT NULL,
	"party" text,
	CONSTRAINT "pool_moves_chain_id_block_number_log_index_position_pk" PRIMARY KEY("chain_id","block_number","log_index","position")
);
--> statement-breakpoint
CREATE TABLE "ahead_spends" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"terms" jsonb NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "private_spends" (
	"operation_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"gas_price" numeric(78, 0) NOT NULL,
	"fee_token_id" text,
	"fee_per_native_coin" numeric(78, 0),
	"fee_recipient" text,
	"signature" "bytea" NOT NULL,
	"share" real,
	"call_to" text,
	"call_data" text,
	"call_value" numeric(78, 0),
	"gas_limit" numeric(78, 0),
	"nullifiers" text[],
	"proved_at" timestamp (3) with time zone,
	"send_at" timestamp (3) with time zone,
	"send_window_end" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "spent_notes" (
	"chain_id" integer NOT NULL,
	"nullifier" text NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "spent_notes_chain_id_nullifier_pk" PRIMARY KEY("chain_id","nullifier")
);
--> statement-breakpoint
CREATE TABLE "shielded_blocks" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shielded_blocks_chain_id_block_number_pk" PRIMARY KEY("chain_id","block_number")
);
--> statement-breakpoint
CREATE TABLE "shielded_history" (
	"user_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"position" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "shielded_history_user_id_chain_id_position_pk" PRIMARY KEY("user_id","chain_id","position")
);
--> statement-breakpoint
CREATE TABLE "shielded_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"key_id" text NOT NULL,
	"question" "bytea" NOT NULL,
	"answer" "bytea",
	"asked_at" timestamp (3) with time zone NOT NULL,
	"deadline" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "shielded_views" (
	"user_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	CONSTRAINT "shielded_views_user_id_chain_id_pk" PRIMARY KEY("user_id","chain_id")
);
--> statement-breakpoint
CREATE TABLE "shielded_wallets" (
	"user_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"key_id" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	CONSTRAINT "shielded_wallets_user_id_chain_id_pk" PRIMARY KEY("user_id","chain_id")
);
--> statement-breakpoint
CREATE TABLE "shielded_workers" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"mac" "bytea" NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"terms" jsonb NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"looked_block" bigint,
	"looked_at" timestamp (3) with time zone,
	"is_complete" boolean NOT NULL,
	"proof_ms" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operation_transactions" DROP CONSTRAINT "operation_transactions_operation_id_rung_pk";--> statement-breakpoint
ALTER TABLE "operations" ALTER COLUMN "signed_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "pool_blocks" jsonb;--> statement-breakpoint
ALTER TABLE "operation_transactions" ADD COLUMN "role" text DEFAULT 'payment' NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "private_address" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "pool_fee" numeric(78, 0);--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "broadcaster_fee" numeric(78, 0);--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "approved_in" jsonb;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "failure_reason" text;--> statement-breakpoint
ALTER TABLE "private_spends" ADD CONSTRAINT "private_spends_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_notes" ADD CONSTRAINT "spent_notes_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shielded_history" ADD CONSTRAINT "shielded_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shielded_views" ADD CONSTRAINT "shielded_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shielded_wallets" ADD CONSTRAINT "shielded_wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pool_moves_party" ON "pool_moves" USING btree ("chain_id","party");--> statement-breakpoint
CREATE INDEX "pool_moves_amount" ON "pool_moves" USING btree ("chain_id","asset","inside");--> statement-breakpoint
CREATE INDEX "pool_moves_shielders" ON "pool_moves" USING btree ("chain_id","asset","direction","party");--> statement-breakpoint
CREATE INDEX "private_spends_unreleased" ON "private_spends" USING btree ("user_id") WHERE "private_spends"."released_at" is null;--> statement-breakpoint
CREATE INDEX "spent_notes_operation" ON "spent_notes" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "shielded_requests_deadline" ON "shielded_requests" USING btree ("deadline");--> statement-breakpoint
CREATE INDEX "shielded_wallets_key" ON "shielded_wallets" USING btree ("key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "operation_transactions_rung" ON "operation_transactions" USING btree ("operation_id","role","rung");--> statement-breakpoint
CREATE INDEX "operations_unsigned_due" ON "operations" USING btree ("status","created_at") WHERE "operations"."ended_at" is null and "operations"."signed_at" is null;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_signed_to_be_sent" CHECK ("operations"."signed_at" is not null or "operations"."status" in ('created', 'prepared', 'needs_unlock', 'failed'));