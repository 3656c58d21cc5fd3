ALTER TABLE "campaigns" ADD COLUMN "fee_creators" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "proposal_number" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "proposed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "proposal_accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "proposal_declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "proposal_note" text;