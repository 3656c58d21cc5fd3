ALTER TABLE "daily_figures" DROP CONSTRAINT "daily_figures_brand_id_post_id_posts_brand_id_id_fk";--> statement-breakpoint
-- What is stored becomes the one partition of all days, where it stands: database/months.ts takes it apart on PostgreSQL.
ALTER TABLE "daily_figures" RENAME TO "daily_figures_all";--> statement-breakpoint
ALTER TABLE "daily_figures_all" RENAME CONSTRAINT "daily_figures_brand_id_post_id_day_pk" TO "daily_figures_all_pk";--> statement-breakpoint
ALTER INDEX "daily_figures_changes" RENAME TO "daily_figures_all_changes";--> statement-breakpoint
CREATE TABLE "daily_figures" (LIKE "daily_figures_all") PARTITION BY RANGE ("day");--> statement-breakpoint
ALTER TABLE "daily_figures" ADD CONSTRAINT "daily_figures_brand_id_post_id_day_pk" PRIMARY KEY("brand_id","post_id","day");--> statement-breakpoint
CREATE INDEX "daily_figures_changes" ON "daily_figures" USING btree ("brand_id","revision","post_id","day");--> statement-breakpoint
ALTER TABLE "daily_figures" ATTACH PARTITION "daily_figures_all" FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
