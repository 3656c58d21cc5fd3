CREATE TABLE "earning_holds" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"brand_id" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	"reason" text NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	"release_note" text
);
--> statement-breakpoint
CREATE TABLE "hold_answers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"hold_id" text collate "C" NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "earning_holds" ADD CONSTRAINT "earning_holds_brand_id_offer_id_offers_brand_id_id_fk" FOREIGN KEY ("brand_id","offer_id") REFERENCES "public"."offers"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold_answers" ADD CONSTRAINT "hold_answers_hold_id_earning_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."earning_holds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earning_holds_offer" ON "earning_holds" USING btree ("brand_id","offer_id","held_at");--> statement-breakpoint
CREATE UNIQUE INDEX "earning_holds_open" ON "earning_holds" USING btree ("brand_id","offer_id") WHERE "earning_holds"."released_at" is null;--> statement-breakpoint
CREATE INDEX "hold_answers_hold" ON "hold_answers" USING btree ("hold_id","at");