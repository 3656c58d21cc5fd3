ALTER TABLE "fulfillments" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD COLUMN "has_sound" boolean;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "is_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "draft_uploads" ADD COLUMN "ordered_by" text DEFAULT 'creator' NOT NULL;