CREATE TABLE "media_uploads" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"brand_id" text collate "C" NOT NULL,
	"destination" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"url" text,
	"mime" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"writer" text,
	"writer_until" timestamp (3) with time zone,
	"is_writer_unwanted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "media_uploads_changed" ON "media_uploads" USING btree ("changed_at");