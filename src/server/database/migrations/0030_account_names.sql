CREATE TABLE "account_names" (
	"account_id" text collate "C" NOT NULL,
	"username" text NOT NULL,
	"since" timestamp (3) with time zone,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_names_account_id_username_until_pk" PRIMARY KEY("account_id","username","until")
);
--> statement-breakpoint
ALTER TABLE "account_names" ADD CONSTRAINT "account_names_account_id_creator_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."creator_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_names_username" ON "account_names" USING btree (lower("username"));