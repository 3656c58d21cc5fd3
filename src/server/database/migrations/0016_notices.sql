CREATE TABLE "offer_reminders" (
	"brand_id" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	"waits_since" timestamp (3) with time zone NOT NULL,
	"reminder" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "offer_reminders_brand_id_offer_id_waits_since_reminder_pk" PRIMARY KEY("brand_id","offer_id","waits_since","reminder")
);
--> statement-breakpoint
ALTER TABLE "creator_profiles" ADD COLUMN "reminders_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_devices" ADD COLUMN "campaign_id" text collate "C";--> statement-breakpoint
ALTER TABLE "push_devices" ADD COLUMN "campaign_news" text;--> statement-breakpoint
ALTER TABLE "offer_reminders" ADD CONSTRAINT "offer_reminders_brand_id_offer_id_offers_brand_id_id_fk" FOREIGN KEY ("brand_id","offer_id") REFERENCES "public"."offers"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offers_with_team_or_brand" ON "offers" USING btree ("stage_entered_at") WHERE "offers"."stage_type" in ('AWAITING_PARENT_CONTRACT', 'AWAITING_CONTRACT', 'AWAITING_PACKAGE', 'AWAITING_CUSTOM_CAPTION_CLEARANCE', 'AWAITING_EVIDENCE_CLEARANCE', 'AWAITING_EARNING_CLEARANCE') and "offers"."invalidation_type" is null;