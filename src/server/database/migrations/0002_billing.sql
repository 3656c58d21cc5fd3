CREATE TABLE "charges" (
	"brand_id" text collate "C" NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"provider" text NOT NULL,
	"provider_key" text NOT NULL,
	"customer" text,
	"source" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text DEFAULT 'STARTED' NOT NULL,
	"reference" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	"check_at" timestamp (3) with time zone,
	CONSTRAINT "charges_brand_id_payment_id_pk" PRIMARY KEY("brand_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"brand_id" text collate "C" NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	CONSTRAINT "payment_customers_brand_id_provider_pk" PRIMARY KEY("brand_id","provider")
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"brand_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"title" text NOT NULL,
	"subtitle" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_methods_brand_id_id_pk" PRIMARY KEY("brand_id","id")
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_events_provider_id_pk" PRIMARY KEY("provider","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_charges" (
	"reference" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"brand_id" text collate "C" NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"source" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_charges" ADD CONSTRAINT "sandbox_charges_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_key" ON "charges" USING btree ("brand_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_reference" ON "charges" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "charges_due" ON "charges" USING btree ("check_at");--> statement-breakpoint
CREATE INDEX "charges_created" ON "charges" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_reference" ON "payment_methods" USING btree ("brand_id","provider","reference");--> statement-breakpoint
CREATE INDEX "provider_events_received" ON "provider_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_charges_key" ON "sandbox_charges" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_payment" ON "ledger_entries" USING btree ("brand_id","payment_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_campaign" ON "ledger_entries" USING btree ("brand_id","campaign_id","kind");