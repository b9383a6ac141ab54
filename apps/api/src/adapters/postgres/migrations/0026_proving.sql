ALTER TABLE "shielded_workers" ADD COLUMN "prover" text DEFAULT 'snarkjs' NOT NULL;--> statement-breakpoint
ALTER TABLE "shielded_workers" ADD COLUMN "proofs_at_once" integer DEFAULT 1 NOT NULL;