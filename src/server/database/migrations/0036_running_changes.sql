DROP INDEX "ledger_entries_campaign";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "resumed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_campaign" ON "ledger_entries" USING btree ("brand_id","campaign_id","kind") WHERE "ledger_entries"."kind" <> 'budget_topped_up';