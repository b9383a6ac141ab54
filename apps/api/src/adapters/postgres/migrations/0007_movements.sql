ALTER TABLE "pool_moves" RENAME TO "pool_movements";--> statement-breakpoint
ALTER TABLE "pool_movements" RENAME CONSTRAINT "pool_moves_chain_id_block_number_log_index_position_pk" TO "pool_movements_chain_id_block_number_log_index_position_pk";--> statement-breakpoint
ALTER INDEX "pool_moves_counterparty" RENAME TO "pool_movements_counterparty";--> statement-breakpoint
ALTER INDEX "pool_moves_amount" RENAME TO "pool_movements_amount";--> statement-breakpoint
ALTER INDEX "pool_moves_shielders" RENAME TO "pool_movements_shielders";--> statement-breakpoint
ALTER TABLE "ramp_news" RENAME TO "ramp_events";--> statement-breakpoint
ALTER TABLE "ramp_events" RENAME COLUMN "heard_at" TO "received_at";--> statement-breakpoint
ALTER INDEX "ramp_news_pkey" RENAME TO "ramp_events_pkey";--> statement-breakpoint
ALTER INDEX "ramp_news_heard" RENAME TO "ramp_events_received";--> statement-breakpoint
UPDATE "operations" SET "failure_reason" = 'notes-fragmented' WHERE "failure_reason" = 'notes-scattered';--> statement-breakpoint
UPDATE "operations" SET "failure_reason" = 'broadcaster-underfunded' WHERE "failure_reason" = 'broadcaster-short';
