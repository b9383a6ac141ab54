-- Tokens and offers of before had no seals: everyone signs in again, and routes are requested again.
DELETE FROM "sessions";--> statement-breakpoint
DELETE FROM "swap_offers";--> statement-breakpoint
ALTER TABLE "key_records" ADD COLUMN "password_set_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "key_records" ALTER COLUMN "password_set_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "key_records" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "known_devices" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "session_tokens" ADD COLUMN "rotation" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD COLUMN "seal" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "seal" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ALTER COLUMN "changed_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "ramp_orders" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "swap_offers" ADD COLUMN "seal" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "swaps" ADD COLUMN "seal" "bytea";