CREATE TABLE "earnings" (
	"brand_id" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	"campaign_id" text collate "C" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "earnings_brand_id_offer_id_pk" PRIMARY KEY("brand_id","offer_id")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "counted_until" date;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "spent_cents" bigint;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earnings_of_campaign" ON "earnings" USING btree ("brand_id","campaign_id");