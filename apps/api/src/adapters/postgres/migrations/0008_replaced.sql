ALTER TABLE "operations" ADD COLUMN "replaced_by" jsonb;--> statement-breakpoint
CREATE INDEX "operations_replaced_due" ON "operations" USING btree ("due_at") WHERE "operations"."status" = 'replaced';