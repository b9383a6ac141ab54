CREATE TABLE "currency_rates" (
	"currency" text PRIMARY KEY NOT NULL,
	"per_usd" double precision NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	"held_per_usd" double precision,
	"held_since" timestamp (3) with time zone,
	"seal" "bytea" NOT NULL
);
