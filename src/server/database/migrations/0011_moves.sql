CREATE TABLE "offer_deliveries" (
	"brand_id" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	"address" text,
	"carrier" text,
	"tracking" text,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "offer_deliveries_brand_id_offer_id_pk" PRIMARY KEY("brand_id","offer_id")
);
--> statement-breakpoint
CREATE TABLE "offer_moves" (
	"brand_id" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	"sequence" integer NOT NULL,
	"move" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"from_stage" text,
	"to_stage" text NOT NULL,
	"reason" text,
	"fulfillment_id" text collate "C",
	CONSTRAINT "offer_moves_brand_id_offer_id_sequence_pk" PRIMARY KEY("brand_id","offer_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "waiting_times" (
	"id" text PRIMARY KEY NOT NULL,
	"offered_days" integer NOT NULL,
	"submit_days" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "silent_days" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "asks" text[];--> statement-breakpoint
ALTER TABLE "offer_deliveries" ADD CONSTRAINT "offer_deliveries_brand_id_offer_id_offers_brand_id_id_fk" FOREIGN KEY ("brand_id","offer_id") REFERENCES "public"."offers"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_moves" ADD CONSTRAINT "offer_moves_brand_id_offer_id_offers_brand_id_id_fk" FOREIGN KEY ("brand_id","offer_id") REFERENCES "public"."offers"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offers_waiting" ON "offers" USING btree ("stage_entered_at") WHERE "offers"."stage_type" in ('OFFERED', 'SUBMIT_ADDRESS', 'SUBMIT_CUSTOM_CAPTION', 'SUBMIT_EVIDENCE') and "offers"."invalidation_type" is null;--> statement-breakpoint
-- What is known of offers from before: when each was made, what was handed in and decided, and how it stands now.
INSERT INTO "offer_moves" ("brand_id", "offer_id", "sequence", "move", "by", "at", "from_stage", "to_stage", "fulfillment_id")
WITH "tries" AS (
	SELECT "fulfillments".*, CASE
		WHEN "evidence_type" = 'PUBLISHED_VIDEO_URL' THEN 'link'
		WHEN "fulfillment" IS NULL THEN 'caption'
		ELSE 'draft'
	END AS "what" FROM "fulfillments"
), "known" AS (
	SELECT "brand_id", "id" AS "offer_id", 0 AS "place", 'invite' AS "move", 'provider' AS "by", "created_at" AS "at",
		NULL AS "from_stage", 'OFFERED' AS "to_stage", NULL AS "fulfillment_id"
	FROM "offers"
	UNION ALL
	SELECT "brand_id", "offer_id", "attempt" * 2,
		CASE "what" WHEN 'link' THEN 'submit-link' WHEN 'caption' THEN 'give-caption' ELSE 'submit-draft' END,
		'creator', "submitted_at",
		CASE "what" WHEN 'caption' THEN 'SUBMIT_CUSTOM_CAPTION' ELSE 'SUBMIT_EVIDENCE' END,
		CASE "what" WHEN 'caption' THEN 'AWAITING_CUSTOM_CAPTION_CLEARANCE' ELSE 'AWAITING_EVIDENCE_CLEARANCE' END,
		"id"
	FROM "tries" WHERE "submitted_at" IS NOT NULL
	UNION ALL
	SELECT "brand_id", "offer_id", "attempt" * 2 + 1,
		CASE WHEN "rejected_at" IS NOT NULL THEN 'request-changes' WHEN "what" = 'caption' THEN 'clear-caption' ELSE 'approve' END,
		CASE "what" WHEN 'caption' THEN 'provider' ELSE 'brand' END,
		coalesce("accepted_at", "rejected_at"),
		CASE "what" WHEN 'caption' THEN 'AWAITING_CUSTOM_CAPTION_CLEARANCE' ELSE 'AWAITING_EVIDENCE_CLEARANCE' END,
		CASE WHEN "accepted_at" IS NOT NULL AND "what" = 'link' THEN 'ONGOING' ELSE 'SUBMIT_EVIDENCE' END,
		"id"
	FROM "tries" WHERE coalesce("accepted_at", "rejected_at") IS NOT NULL
	UNION ALL
	SELECT "brand_id", "id", 2147483647, "last"."move", "last"."by", "stage_entered_at", "last"."from_stage", "stage_type", NULL
	FROM "offers"
	LEFT JOIN LATERAL (
		SELECT CASE WHEN "submitted_at" IS NOT NULL AND coalesce("accepted_at", "rejected_at") IS NULL
			THEN 'AWAITING_EVIDENCE_CLEARANCE' ELSE 'SUBMIT_EVIDENCE' END AS "stage"
		FROM "tries" WHERE "tries"."brand_id" = "offers"."brand_id" AND "tries"."offer_id" = "offers"."id"
		ORDER BY "attempt" DESC LIMIT 1
	) AS "tried" ON true
	CROSS JOIN LATERAL (
		SELECT * FROM (VALUES
			('REJECTED', 'decline', 'creator', 'OFFERED'),
			('AWAITING_PARENT_CONTRACT', 'accept', 'creator', 'OFFERED'),
			('AWAITING_CONTRACT', 'accept', 'creator', 'OFFERED'),
			('SUBMIT_ADDRESS', 'accept', 'creator', 'OFFERED'),
			('SUBMIT_CUSTOM_CAPTION', 'accept', 'creator', 'OFFERED'),
			('AWAITING_PACKAGE', 'give-address', 'creator', 'SUBMIT_ADDRESS'),
			('AWAITING_EARNING_CLEARANCE', 'fall-due', 'clock', 'ONGOING'),
			('CLEARED', 'clear-earning', 'provider', 'AWAITING_EARNING_CLEARANCE'),
			('INVALIDATED', CASE "invalidation_type" WHEN 'ADMIN_INVALIDATED' THEN 'invalidate' ELSE 'expire' END,
				CASE "invalidation_type" WHEN 'ADMIN_INVALIDATED' THEN 'provider' ELSE 'clock' END, coalesce("tried"."stage", 'OFFERED'))
		) AS "each" ("stage", "move", "by", "from_stage") WHERE "each"."stage" = "offers"."stage_type"
	) AS "last"
)
SELECT "brand_id", "offer_id", row_number() OVER (PARTITION BY "brand_id", "offer_id" ORDER BY "place"),
	"move", "by", "at", "from_stage", "to_stage", "fulfillment_id"
FROM "known"
ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Phones that have these offers hear of their history.
UPDATE "brands" SET "revision" = "revision" + 1 WHERE EXISTS (SELECT FROM "offers" WHERE "offers"."brand_id" = "brands"."id");--> statement-breakpoint
UPDATE "offers" SET "revision" = "brands"."revision" FROM "brands" WHERE "brands"."id" = "offers"."brand_id";
