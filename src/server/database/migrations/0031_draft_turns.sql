ALTER TABLE "draft_uploads" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "draft_uploads" ADD COLUMN "work" integer;