ALTER TABLE "creator_profiles" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "creator_profiles" ADD COLUMN "payment_reference_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "creator_profiles" ADD COLUMN "payment_reference_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "payment_reference" text;