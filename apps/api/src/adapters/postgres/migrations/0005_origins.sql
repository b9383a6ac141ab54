CREATE TABLE "movement_origins" (
	"account" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"type" text NOT NULL,
	"origin_id" text NOT NULL,
	CONSTRAINT "movement_origins_account_transaction_hash_pk" PRIMARY KEY("account","transaction_hash")
);
--> statement-breakpoint
DROP INDEX "public_movements_fee";--> statement-breakpoint
CREATE INDEX "public_movements_transaction" ON "public_movements" USING btree ("account","transaction_hash");