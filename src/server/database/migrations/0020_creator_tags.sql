CREATE TABLE "creator_tags" (
	"creator_id" text collate "C" NOT NULL,
	"tag_id" text collate "C" NOT NULL,
	CONSTRAINT "creator_tags_creator_id_tag_id_pk" PRIMARY KEY("creator_id","tag_id")
);
--> statement-breakpoint
ALTER TABLE "creator_tags" ADD CONSTRAINT "creator_tags_creator_id_creator_profiles_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_tags" ADD CONSTRAINT "creator_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_tags_tag" ON "creator_tags" USING btree ("tag_id");