ALTER TABLE "tags" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
-- Without a tag no campaign can be created. Databases that had the demo have these by the same ids.
INSERT INTO "tags" ("id", "name", "position") VALUES
	('tag_01KDVDNA00ERCFXG1XH5F2Q03M', 'All', 0),
	('tag_01KDVDNA00RS8MFNCY33F3A80Y', 'Beauty', 1),
	('tag_01KDVDNA00YDBJB0K9YCRVQ3M8', 'Family', 2),
	('tag_01KDVDNA006GM1DJD0G6QSJHB9', 'Food & Drink', 3),
	('tag_01KDVDNA006QV9MNJB4EHFFEKD', 'Gaming', 4),
	('tag_01KDVDNA00FKTVX2PZFA37Q5YG', 'Home', 5),
	('tag_01KDVDNA003505JRMXR38A2N2M', 'Lifestyle', 6),
	('tag_01KDVDNA0010HS0YSRVRW0JR6H', 'Music', 7),
	('tag_01KDVDNA00HXWVTCTQEQZVPDVC', 'Outdoors', 8),
	('tag_01KDVDNA00RC9EQCK0QV2WHBNM', 'Pets', 9),
	('tag_01KDVDNA00X40QC8YWMNN4BB3E', 'Sports', 10),
	('tag_01KDVDNA00VZEPSE54BWTG8KVC', 'Students', 11),
	('tag_01KDVDNA004H39GBTT45HJRXSE', 'Sustainability', 12),
	('tag_01KDVDNA001JHPN911GESWJFYV', 'Tech', 13),
	('tag_01KDVDNA00QFW1BH2J4YQ4551Y', 'Travel', 14),
	('tag_01KDVDNA0053BF83QEH389KCWC', 'Wellness', 15)
ON CONFLICT DO NOTHING;
