CREATE TABLE "owner_wraps" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" smallint NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"salt" "bytea" NOT NULL,
	"keys_box" "bytea" NOT NULL,
	"entropy_box" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "owner_wraps_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "owner_wraps_kind" CHECK ("owner_wraps"."kind" in ('passkey', 'phrase')),
	CONSTRAINT "owner_wraps_version" CHECK ("owner_wraps"."version" = 1)
);
--> statement-breakpoint
ALTER TABLE "owner_wraps" ADD CONSTRAINT "owner_wraps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owner_wraps_user" ON "owner_wraps" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_custody" CHECK ("wallets"."custody" in ('assisted', 'only-me'));