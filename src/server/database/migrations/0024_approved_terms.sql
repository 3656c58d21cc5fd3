ALTER TABLE "campaigns" ADD COLUMN "required_hashtag" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_devices" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "push_devices" ADD COLUMN "refused_since" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "campaigns" SET "required_hashtag" = "brands"."required_hashtag" FROM "brands"
WHERE "brands"."id" = "campaigns"."brand_id" AND "campaigns"."worker_status" IS NOT NULL;--> statement-breakpoint
-- The day of an earlier end is known from its offers, else by the plan.
UPDATE "campaigns" SET "ended_at" = coalesce(
  (SELECT min("m"."at") FROM "offer_moves" "m" JOIN "offers" "o" ON "o"."brand_id" = "m"."brand_id" AND "o"."id" = "m"."offer_id"
    WHERE "o"."brand_id" = "campaigns"."brand_id" AND "o"."campaign_id" = "campaigns"."id" AND "m"."move" = 'fall-due'),
  least(now(), coalesce("worker_end_date", "end_at", coalesce("worker_start_date", "start_at") + interval '30 days')))
WHERE "status" = 'ARCHIVED' OR "worker_status" IN ('ENDED_SUCCESSFULLY', 'ENDED_UNSUCCESSFULLY');
