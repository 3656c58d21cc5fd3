-- Some who operate databases for others don't tell where the log stands.
CREATE OR REPLACE FUNCTION wal_timeline() RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8);
EXCEPTION WHEN OTHERS THEN
  RETURN '';
END $$;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "feed_timeline" text DEFAULT wal_timeline() NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "feed_forks" jsonb DEFAULT '[]'::jsonb NOT NULL;