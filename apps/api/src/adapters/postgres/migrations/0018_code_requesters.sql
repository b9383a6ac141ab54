-- Codes of before belong to no requester: users request new ones.
DELETE FROM "code_challenges";--> statement-breakpoint
DROP INDEX "code_challenges_subject";--> statement-breakpoint
ALTER TABLE "code_challenges" ADD COLUMN "requester" text NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "code_challenges_requester" ON "code_challenges" USING btree ("purpose","subject","requester");
