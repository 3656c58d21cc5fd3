CREATE TABLE "command_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"request_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "creator_profiles" ADD COLUMN "blocked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "creator_profiles" ADD COLUMN "block_reason" text;--> statement-breakpoint
CREATE INDEX "command_keys_created" ON "command_keys" USING btree ("created_at");