CREATE TABLE "stored_files" (
	"brand_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stored_files_brand_id_name_pk" PRIMARY KEY("brand_id","name")
);
--> statement-breakpoint
CREATE INDEX "stored_files_touched" ON "stored_files" USING btree ("touched_at");