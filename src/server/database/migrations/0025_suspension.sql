ALTER TABLE "brands" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
-- Until now a brand was suspended by rejecting it. Only an approved brand has onboarding steps done, campaigns or entries in its ledger.
UPDATE "brands" SET
	"suspended_at" = coalesce((SELECT max("created_at") FROM "mails" WHERE "brand_id" = "brands"."id" AND "kind" = 'brand-rejected'), now()),
	"suspension_reason" = (SELECT "data" ->> 'reason' FROM "mails" WHERE "brand_id" = "brands"."id" AND "kind" = 'brand-rejected' ORDER BY "created_at" DESC LIMIT 1)
WHERE "approval_status" = 'REJECTED' AND (
	"onboarding" <> '{}'::jsonb
	OR EXISTS (SELECT FROM "campaigns" WHERE "brand_id" = "brands"."id")
	OR EXISTS (SELECT FROM "ledger_entries" WHERE "brand_id" = "brands"."id")
);
