CREATE TABLE "change_templates" (
	"name" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"position" integer NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
-- What the app has always offered. CUSTOM, in the brand's own words, is hidden and stays last.
INSERT INTO "change_templates" ("name", "title", "description", "position") VALUES
	('ENSURE_BRAND_VISIBILITY', 'Ensure brand visibility', 'Show {brand_name} clearly: within the first 10 seconds, and for 20 seconds in all.', 0),
	('ENSURE_PROPER_PRONUNCIATION', 'Ensure proper pronunciation', 'Say {brand_name} the way the brand says it.', 1),
	('REMOVE_COMPETING_BRANDS', 'Remove competing brands', 'Take out other brands that compete with {brand_name}, in picture and in sound.', 2),
	('START_OVER', 'Start over', 'Make a new video that follows the guidelines of {brand_name}.', 3),
	('CUSTOM', 'Something else', 'A change in your own words.', 1000000)
ON CONFLICT DO NOTHING;
