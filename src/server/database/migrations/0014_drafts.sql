CREATE TABLE "draft_uploads" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"brand_id" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"is_rendition" boolean DEFAULT false NOT NULL,
	"fingerprint" text,
	"caption" text,
	"state" text NOT NULL,
	"reason" text,
	"ordered_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"file_name" text,
	"poster_name" text,
	"duration_ms" integer,
	"width" integer,
	"height" integer,
	"has_sound" boolean,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"writer" text,
	"writer_until" timestamp (3) with time zone,
	"is_writer_unwanted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "draft_uploads_offer" ON "draft_uploads" USING btree ("brand_id","offer_id","created_at");--> statement-breakpoint
CREATE INDEX "draft_uploads_state" ON "draft_uploads" USING btree ("state","ordered_at");