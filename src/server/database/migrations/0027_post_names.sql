CREATE TABLE "post_names" (
	"platform" text NOT NULL,
	"name" text NOT NULL,
	"post" text NOT NULL,
	"url" text NOT NULL,
	"brand_id" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "post_names_platform_name_pk" PRIMARY KEY("platform","name")
);
--> statement-breakpoint
CREATE TABLE "shared_posts" (
	"platform" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"brand_id" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	CONSTRAINT "shared_posts_platform_name_brand_id_offer_id_pk" PRIMARY KEY("platform","name","brand_id","offer_id")
);
--> statement-breakpoint
ALTER TABLE "post_names" ADD CONSTRAINT "post_names_brand_id_offer_id_offers_brand_id_id_fk" FOREIGN KEY ("brand_id","offer_id") REFERENCES "public"."offers"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_posts" ADD CONSTRAINT "shared_posts_brand_id_offer_id_offers_brand_id_id_fk" FOREIGN KEY ("brand_id","offer_id") REFERENCES "public"."offers"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_names_offer" ON "post_names" USING btree ("brand_id","offer_id");--> statement-breakpoint
-- Posts with figures come first, then links that are with a brand or approved, each in the order in which they came. An offer that
-- comes second keeps its figures and is noted in shared_posts. Stored links have the form that `postLink` gives them.
CREATE TEMPORARY TABLE "known_names" ON COMMIT DROP AS
SELECT "s"."platform", CASE WHEN "s"."is_short" THEN 's/' ELSE '' END || substring("l"."url" FROM "s"."pattern") AS "name",
	"l"."url", "l"."brand_id", "l"."offer_id", "l"."at", "l"."rank"
FROM (
	SELECT "final_post_url" AS "url", "brand_id", "offer_id", "posted_at" AS "at", 1 AS "rank" FROM "posts"
	UNION ALL
	SELECT "f"."fulfillment", "f"."brand_id", "f"."offer_id", "f"."submitted_at", 2
	FROM "fulfillments" "f" JOIN "offers" "o" ON "o"."brand_id" = "f"."brand_id" AND "o"."id" = "f"."offer_id"
	WHERE "f"."evidence_type" = 'PUBLISHED_VIDEO_URL' AND "f"."fulfillment" IS NOT NULL AND "f"."submitted_at" IS NOT NULL
		AND "f"."rejected_at" IS NULL AND ("f"."accepted_at" IS NOT NULL OR "f"."id" = "o"."fulfillment_id")
		AND ("o"."final_post_url" IS NOT NULL OR ("o"."invalidation_type" IS NULL AND "o"."stage_type" NOT IN ('INVALIDATED', 'REJECTED')))
) "l"
CROSS JOIN LATERAL (
	SELECT * FROM (VALUES
		(1, 'YOUTUBE', false, '^https://(?:(?:www|m|music)\.)?youtube\.com/watch/?\?v=([\w-]{11})$'),
		(2, 'YOUTUBE', false, '^https://(?:(?:www|m|music)\.)?youtube\.com/(?:shorts|live|embed)/([\w-]{11})/?$'),
		(3, 'YOUTUBE', false, '^https://youtu\.be/([\w-]{11})/?$'),
		(4, 'TIKTOK', false, '^https://(?:(?:www|m)\.)?tiktok\.com/@[\w.-]*/(?:video|photo)/(\d{15,20})/?$'),
		(5, 'TIKTOK', false, '^https://(?:(?:www|m)\.)?tiktok\.com/(?:v|(?:share/)?video)/(\d{15,20})(?:\.html)?/?$'),
		(6, 'TIKTOK', true, '^https://(?:(?:www|m)\.)?tiktok\.com/t/(\w{6,16})/?$'),
		(7, 'TIKTOK', true, '^https://v[mt]\.tiktok\.com/(\w{6,16})/?$'),
		(8, 'INSTAGRAM', true, '^https://(?:www\.)?instagram\.com/share/(?:(?:p|reels?|tv)/)?([\w-]{5,64})/?$'),
		(9, 'INSTAGRAM', false, '^https://(?:www\.)?instagram\.com/(?:[\w.]+/)?(?:p|reels?|tv)/([\w-]{5,64})/?$'),
		(10, 'FACEBOOK', false, '^https://(?:(?:www|m|web)\.)?facebook\.com/watch/?\?v=(\d{6,20})$'),
		(11, 'FACEBOOK', false, '^https://(?:(?:www|m|web)\.)?facebook\.com/(?:[^/]+/)?videos/(?:[^/]+/)?(\d{6,20})/?$'),
		(12, 'FACEBOOK', false, '^https://(?:(?:www|m|web)\.)?facebook\.com/reel/(\d{6,20})/?$'),
		(13, 'FACEBOOK', false, '^https://(?:(?:www|m|web)\.)?facebook\.com/[^/]+/posts/(?:[^/]+/)?(\w{6,100})/?$'),
		(14, 'FACEBOOK', true, '^https://(?:(?:www|m|web)\.)?facebook\.com/share/(?:[prv]/)?(\w{6,32})/?$'),
		(15, 'FACEBOOK', true, '^https://fb\.watch/([\w-]{6,32})/?$'),
		(16, 'SNAPCHAT', false, '^https://(?:www\.)?snapchat\.com/(?:@[\w.-]+/)?spotlight/([\w-]{10,128})/?$'),
		(17, 'SNAPCHAT', true, '^https://(?:www\.)?snapchat\.com/t/(\w{6,16})/?$'),
		(18, 'TWITTER', false, '^https://(?:(?:www|mobile)\.)?(?:twitter|x)\.com/(?:\w{1,15}|i/web)/status/(\d{5,20})(?:/(?:video|photo)/\d)?/?$'),
		(19, 'TWITTER', true, '^https://t\.co/(\w{6,16})/?$')
	) AS "shapes"("place", "platform", "is_short", "pattern")
	WHERE "l"."url" ~ "pattern" ORDER BY "place" LIMIT 1
) "s";--> statement-breakpoint
INSERT INTO "post_names" ("platform", "name", "post", "url", "brand_id", "offer_id", "created_at")
SELECT DISTINCT ON ("platform", "name") "platform", "name", "name", "url", "brand_id", "offer_id", "at"
FROM "known_names" ORDER BY "platform", "name", "rank", "at", "offer_id";--> statement-breakpoint
INSERT INTO "shared_posts" ("platform", "name", "url", "brand_id", "offer_id")
SELECT "k"."platform", "k"."name", min("k"."url"), "k"."brand_id", "k"."offer_id"
FROM "known_names" "k" JOIN "post_names" "n" USING ("platform", "name")
WHERE ("k"."brand_id", "k"."offer_id") <> ("n"."brand_id", "n"."offer_id")
GROUP BY "k"."platform", "k"."name", "k"."brand_id", "k"."offer_id";
