-- What a post had when its campaign began no longer counts: the gains of days before the campaign's first day, and of the first day
-- of an older post without such days, are taken out of the rollups.
CREATE TEMPORARY TABLE "uncounted" ON COMMIT DROP AS
SELECT "brand_id", "campaign_id", "day", "view_count", "like_count", "comment_count", "share_count"
FROM (
	SELECT "f"."brand_id", "p"."campaign_id", "f"."day", "s"."day" AS "first_counted_day",
		"f"."view_count" - lag("f"."view_count", 1, 0::bigint) OVER "each" AS "view_count",
		"f"."like_count" - lag("f"."like_count", 1, 0::bigint) OVER "each" AS "like_count",
		"f"."comment_count" - lag("f"."comment_count", 1, 0::bigint) OVER "each" AS "comment_count",
		"f"."share_count" - lag("f"."share_count", 1, 0::bigint) OVER "each" AS "share_count",
		row_number() OVER "each" = 1 AS "is_first",
		("p"."posted_at" AT TIME ZONE 'UTC')::date >= "s"."day" AS "is_from_zero"
	FROM "posts" "p"
	JOIN "campaigns" "c" ON "c"."brand_id" = "p"."brand_id" AND "c"."id" = "p"."campaign_id"
	CROSS JOIN LATERAL (SELECT (coalesce("c"."worker_start_date", "c"."start_at") AT TIME ZONE 'UTC')::date AS "day") "s"
	JOIN "daily_figures" "f" ON "f"."brand_id" = "p"."brand_id" AND "f"."post_id" = "p"."id"
	WHERE lower("p"."snapshot_days") < "s"."day" OR ("p"."posted_at" AT TIME ZONE 'UTC')::date < "s"."day"
	WINDOW "each" AS (PARTITION BY "f"."brand_id", "f"."post_id" ORDER BY "f"."day")
) "gains"
WHERE "day" < "first_counted_day" OR ("is_first" AND NOT "is_from_zero");--> statement-breakpoint
UPDATE "daily_gains" AS "g" SET
	"view_count" = "g"."view_count" - "sums"."view_count",
	"like_count" = "g"."like_count" - "sums"."like_count",
	"comment_count" = "g"."comment_count" - "sums"."comment_count",
	"share_count" = "g"."share_count" - "sums"."share_count"
FROM (
	SELECT "brand_id", coalesce("campaign_id", "brand_id") AS "subject_id", "day", sum("view_count") AS "view_count",
		sum("like_count") AS "like_count", sum("comment_count") AS "comment_count", sum("share_count") AS "share_count"
	FROM "uncounted" GROUP BY GROUPING SETS (("brand_id", "campaign_id", "day"), ("brand_id", "day"))
) "sums"
WHERE "g"."brand_id" = "sums"."brand_id" AND "g"."subject_id" = "sums"."subject_id" AND "g"."day" = "sums"."day";--> statement-breakpoint
-- Phones read these campaigns again: their views have changed.
UPDATE "brands" SET "revision" = "revision" + 1 WHERE "id" IN (SELECT "brand_id" FROM "uncounted");--> statement-breakpoint
UPDATE "campaigns" AS "c" SET "revision" = "b"."revision" FROM "brands" "b"
WHERE "b"."id" = "c"."brand_id" AND ("c"."brand_id", "c"."id") IN (SELECT "brand_id", "campaign_id" FROM "uncounted");
