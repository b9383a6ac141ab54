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
CREATE UNIQUE INDEX "public_movements_place" ON "public_movements" USING btree ("chain_id","block_number","position","account");--> statement-breakpoint
CREATE INDEX "public_movements_account" ON "public_movements" USING btree ("account","at","id");--> statement-breakpoint
CREATE INDEX "public_movements_coin" ON "public_movements" USING btree ("account","token_id","at","id");--> statement-breakpoint
CREATE INDEX "public_movements_fee" ON "public_movements" USING btree ("account","transaction_hash") WHERE "public_movements"."cause" = 'fee';--> statement-breakpoint
CREATE INDEX "public_movements_operation" ON "public_movements" USING btree ("operation_id") WHERE "public_movements"."operation_id" is not null;