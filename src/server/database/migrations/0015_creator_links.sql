ALTER TABLE "idempotency_keys" ADD COLUMN "actor" text DEFAULT 'brand' NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_brand_id_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_brand_id_actor_key_pk" PRIMARY KEY("brand_id","actor","key");--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "fee_cents" bigint;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "link_generation" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "link_since" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "offers_by_id" ON "offers" USING btree ("id");