CREATE TABLE "payouts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"creator_id" text collate "C" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"note" text,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_note" text
);
--> statement-breakpoint
ALTER TABLE "earnings" ADD COLUMN "payout_id" text collate "C";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "payout_id" text collate "C";--> statement-breakpoint
CREATE INDEX "payouts_of_creator" ON "payouts" USING btree ("creator_id","paid_at");--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earnings_of_payout" ON "earnings" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_payout" ON "ledger_entries" USING btree ("brand_id","payout_id","kind");