CREATE TABLE "database_origin" (
	"id" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL
);
