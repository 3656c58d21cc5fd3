CREATE TABLE "creator_accounts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"creator_id" text collate "C" NOT NULL,
	"platform" text NOT NULL,
	"username" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creator_profiles" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "creator_accounts" ADD CONSTRAINT "creator_accounts_creator_id_creator_profiles_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "creator_accounts_username" ON "creator_accounts" USING btree ("platform",lower("username"));--> statement-breakpoint
CREATE INDEX "creator_accounts_creator" ON "creator_accounts" USING btree ("creator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "creator_profiles_email" ON "creator_profiles" USING btree ("email");