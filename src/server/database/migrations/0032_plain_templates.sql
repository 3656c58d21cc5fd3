-- Plainer words for templates that nobody has changed.
UPDATE "change_templates" SET "description" = 'Show {brand_name} clearly within the first 10 seconds, and for at least 20 seconds in total.'
	WHERE "description" = 'Show {brand_name} clearly: within the first 10 seconds, and for 20 seconds in all.';
--> statement-breakpoint
UPDATE "change_templates" SET "description" = 'Pronounce {brand_name} the way the brand does.'
	WHERE "description" = 'Say {brand_name} the way the brand says it.';
--> statement-breakpoint
UPDATE "change_templates" SET "description" = 'Remove other brands that compete with {brand_name}, on screen and in the audio.'
	WHERE "description" = 'Take out other brands that compete with {brand_name}, in picture and in sound.';
--> statement-breakpoint
UPDATE "change_templates" SET "description" = 'Make a new video that follows the {brand_name} guidelines.'
	WHERE "description" = 'Make a new video that follows the guidelines of {brand_name}.';
