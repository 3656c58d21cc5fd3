CREATE TABLE "push_devices" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"brand_id" text collate "C" NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"quiet_from_minute" smallint,
	"quiet_to_minute" smallint,
	"zone" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"offer_id" text collate "C",
	"news" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_endpoint" ON "push_devices" USING btree ("endpoint");--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_session" ON "push_devices" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_devices_brand" ON "push_devices" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "push_devices_due" ON "push_devices" USING btree ("due_at");