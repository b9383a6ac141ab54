CREATE TABLE "database_history" (
	"system_identifier" text NOT NULL,
	"timeline" integer NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "database_history_system_identifier_timeline_pk" PRIMARY KEY("system_identifier","timeline")
);
--> statement-breakpoint
CREATE TABLE "recovered_transactions" (
	"chain_id" integer NOT NULL,
	"account" text NOT NULL,
	"nonce" bigint NOT NULL,
	"hash" text NOT NULL,
	"raw" text NOT NULL,
	"to_address" text,
	"value" numeric(78, 0) NOT NULL,
	"data" text NOT NULL,
	"fee_ceiling" numeric(78, 0) NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"mined_at" timestamp (3) with time zone NOT NULL,
	"recovered_at" timestamp (3) with time zone NOT NULL,
	"operation_id" uuid,
	CONSTRAINT "recovered_transactions_chain_id_account_nonce_pk" PRIMARY KEY("chain_id","account","nonce")
);
--> statement-breakpoint
CREATE INDEX "audit_events_exports" ON "audit_events" USING btree ("user_id") WHERE "audit_events"."event" = 'keys-exported';
--> statement-breakpoint
-- The server that is the database now: only another one is a failover.
INSERT INTO "database_history" ("system_identifier", "timeline", "seen_at")
SELECT system_identifier::text, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer, to_timestamp(0)
FROM pg_control_system();
