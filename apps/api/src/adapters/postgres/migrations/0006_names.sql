ALTER TABLE "private_spends" RENAME TO "private_transactions";--> statement-breakpoint
ALTER TABLE "private_transactions" RENAME CONSTRAINT "private_spends_operation_id_operations_id_fk" TO "private_transactions_operation_id_operations_id_fk";--> statement-breakpoint
ALTER INDEX "private_spends_pkey" RENAME TO "private_transactions_pkey";--> statement-breakpoint
ALTER INDEX "private_spends_unreleased" RENAME TO "private_transactions_unreleased";--> statement-breakpoint
ALTER TABLE "ahead_spends" RENAME TO "precompute_requests";--> statement-breakpoint
ALTER TABLE "precompute_requests" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER INDEX "ahead_spends_pkey" RENAME TO "precompute_requests_pkey";--> statement-breakpoint
ALTER TABLE "pool_moves" RENAME COLUMN "party" TO "counterparty";--> statement-breakpoint
ALTER INDEX "pool_moves_party" RENAME TO "pool_moves_counterparty";--> statement-breakpoint
ALTER TABLE "shielded_requests" RENAME COLUMN "question" TO "request";--> statement-breakpoint
ALTER TABLE "shielded_requests" RENAME COLUMN "answer" TO "response";--> statement-breakpoint
ALTER TABLE "shielded_requests" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER INDEX "outbox_untold" RENAME TO "outbox_pending";
