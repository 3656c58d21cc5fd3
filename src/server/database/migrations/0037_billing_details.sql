ALTER TABLE "brands" ADD COLUMN "company_name" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "company_address" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "tax_number" text;