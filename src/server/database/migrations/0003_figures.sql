CREATE TABLE "daily_gains" (
	"brand_id" text collate "C" NOT NULL,
	"subject_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"view_count" bigint NOT NULL,
	"like_count" bigint NOT NULL,
	"comment_count" bigint NOT NULL,
	"share_count" bigint NOT NULL,
	"posts_updated_at" timestamp (3) with time zone,
	CONSTRAINT "daily_gains_brand_id_subject_id_day_pk" PRIMARY KEY("brand_id","subject_id","day")
);
--> statement-breakpoint
CREATE TABLE "offer_spans" (
	"brand_id" text collate "C" NOT NULL,
	"subject_id" text collate "C" NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"offers" bigint NOT NULL,
	CONSTRAINT "offer_spans_brand_id_subject_id_first_day_last_day_pk" PRIMARY KEY("brand_id","subject_id","first_day","last_day")
);
--> statement-breakpoint
CREATE TABLE "post_spans" (
	"brand_id" text collate "C" NOT NULL,
	"subject_id" text collate "C" NOT NULL,
	"posted_day" date NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"posts" bigint NOT NULL,
	CONSTRAINT "post_spans_brand_id_subject_id_posted_day_first_day_last_day_pk" PRIMARY KEY("brand_id","subject_id","posted_day","first_day","last_day")
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "snapshot_days" datemultirange DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_gains" ADD CONSTRAINT "daily_gains_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_spans" ADD CONSTRAINT "offer_spans_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_spans" ADD CONSTRAINT "post_spans_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What follows counts what is stored already, as services/rollups/recount.ts does it.
UPDATE "posts" AS p SET "snapshot_days" = found.days
FROM (
	SELECT "brand_id", "post_id", range_agg(daterange("day", "day", '[]')) AS days
	FROM "daily_figures" GROUP BY "brand_id", "post_id"
) found
WHERE p."brand_id" = found."brand_id" AND p."id" = found."post_id";--> statement-breakpoint
INSERT INTO "daily_gains"
SELECT p."brand_id", coalesce(p."campaign_id", p."brand_id"), f."day", sum(f."views"), sum(f."likes"), sum(f."comments"), sum(f."shares"),
	max(CASE WHEN f."day" = lower(p."snapshot_days") THEN p."updated_at" END)
FROM (
	SELECT "brand_id", "post_id", "day",
		"view_count" - lag("view_count", 1, 0::bigint) OVER each AS "views",
		"like_count" - lag("like_count", 1, 0::bigint) OVER each AS "likes",
		"comment_count" - lag("comment_count", 1, 0::bigint) OVER each AS "comments",
		"share_count" - lag("share_count", 1, 0::bigint) OVER each AS "shares"
	FROM "daily_figures" WINDOW each AS (PARTITION BY "brand_id", "post_id" ORDER BY "day")
) f JOIN "posts" p ON p."brand_id" = f."brand_id" AND p."id" = f."post_id"
GROUP BY GROUPING SETS ((p."brand_id", p."campaign_id", f."day"), (p."brand_id", f."day"));--> statement-breakpoint
INSERT INTO "post_spans"
SELECT p."brand_id", coalesce(p."campaign_id", p."brand_id"), p."posted_day", s."first_day", s."last_day", sum(s."n")
FROM (SELECT *, ("posted_at" AT TIME ZONE 'UTC')::date AS "posted_day" FROM "posts") p
CROSS JOIN LATERAL (
	SELECT lower(run) AS begins, upper(run) - 1 AS ends, lag(upper(run)) OVER (ORDER BY run) - 1 AS ended
	FROM unnest(p."snapshot_days") AS run
) runs
CROSS JOIN LATERAL (VALUES (begins, ends, 1), (begins, ended, -1)) AS s("first_day", "last_day", "n")
WHERE s."last_day" IS NOT NULL
GROUP BY GROUPING SETS (
	(p."brand_id", p."campaign_id", p."posted_day", s."first_day", s."last_day"),
	(p."brand_id", p."posted_day", s."first_day", s."last_day"))
HAVING sum(s."n") <> 0;--> statement-breakpoint
INSERT INTO "offer_spans"
SELECT o."brand_id", coalesce(o."campaign_id", o."brand_id"), s."first_day", s."last_day", sum(s."n")
FROM (
	SELECT "brand_id", "campaign_id", "offer_id", range_agg("snapshot_days") AS "days" FROM "posts"
	GROUP BY "brand_id", "campaign_id", "offer_id"
) o
CROSS JOIN LATERAL (
	SELECT lower(run) AS begins, upper(run) - 1 AS ends, lag(upper(run)) OVER (ORDER BY run) - 1 AS ended
	FROM unnest(o."days") AS run
) runs
CROSS JOIN LATERAL (VALUES (begins, ends, 1), (begins, ended, -1)) AS s("first_day", "last_day", "n")
WHERE s."last_day" IS NOT NULL
GROUP BY GROUPING SETS (
	(o."brand_id", o."campaign_id", s."first_day", s."last_day"),
	(o."brand_id", s."first_day", s."last_day"))
HAVING sum(s."n") <> 0;
