ALTER TABLE "users" ADD COLUMN "signature" "bytea";--> statement-breakpoint
-- What waits for codes was bound to keys and contexts of before account recovery had its own process.
DELETE FROM "outbox" WHERE "secret" IS NOT NULL;--> statement-breakpoint
DELETE FROM "code_challenges";--> statement-breakpoint
DELETE FROM "registrations";
