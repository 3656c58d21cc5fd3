CREATE TABLE "charge_reversals" (
	"brand_id" text collate "C" NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"booked_cents" bigint NOT NULL,
	"is_final" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charge_reversals_brand_id_provider_reference_pk" PRIMARY KEY("brand_id","provider","reference")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "reversal_readings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_reversals" ADD CONSTRAINT "charge_reversals_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_reversals_of_charge" ON "charge_reversals" USING btree ("brand_id","payment_id");--> statement-breakpoint
CREATE INDEX "charge_reversals_open" ON "charge_reversals" USING btree ("is_final");