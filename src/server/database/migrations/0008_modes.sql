ALTER TABLE "charges" ADD COLUMN "mode" text;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD COLUMN "mode" text DEFAULT 'test' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "mode" text DEFAULT 'test' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_customers" DROP CONSTRAINT "payment_customers_brand_id_provider_pk";--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_brand_id_provider_mode_pk" PRIMARY KEY("brand_id","provider","mode");
