CREATE TABLE "payment_orders" (
	"brand_id" text collate "C" NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"payee" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_orders_brand_id_provider_reference_pk" PRIMARY KEY("brand_id","provider","reference")
);
--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "payee" text;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_orders_created" ON "payment_orders" USING btree ("created_at");