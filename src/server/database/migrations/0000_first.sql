CREATE TABLE "attempts" (
	"subject" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"approval_status" text DEFAULT 'PENDING' NOT NULL,
	"icon_url" text,
	"description" text,
	"brand_url" text,
	"store_locator_url" text,
	"tik_tok_handle" text,
	"youtube_handle" text,
	"instagram_handle" text,
	"facebook_handle" text,
	"required_hashtag" text,
	"cpm_cents" bigint NOT NULL,
	"onboarding" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"post_notifications_enabled" boolean DEFAULT true NOT NULL,
	"login_notifications_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"shown_revision" bigint DEFAULT 1 NOT NULL,
	"feed_epoch" text DEFAULT substr(md5(random()::text), 1, 12) NOT NULL,
	"feed_floor" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"brand_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"name" text,
	"campaign_type" text DEFAULT 'CPM' NOT NULL,
	"approval_status" text DEFAULT 'PENDING' NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"rejection_reason" text,
	"unread" boolean DEFAULT false NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone,
	"platforms" text[] DEFAULT '{}' NOT NULL,
	"tag_ids" text[] DEFAULT '{}' NOT NULL,
	"dos" text[] DEFAULT '{}' NOT NULL,
	"donts" text[] DEFAULT '{}' NOT NULL,
	"cpm_budget_cents" bigint,
	"worker_status" text,
	"worker_start_date" timestamp (3) with time zone,
	"worker_end_date" timestamp (3) with time zone,
	"worker_cpm_cents" bigint,
	"worker_budget_cents" bigint,
	"worker_view_target" bigint,
	"brief" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"replaces_campaign_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "campaigns_brand_id_id_pk" PRIMARY KEY("brand_id","id")
);
--> statement-breakpoint
CREATE TABLE "creators" (
	"brand_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"platform" text NOT NULL,
	"username" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"avatar_url" text,
	CONSTRAINT "creators_brand_id_id_pk" PRIMARY KEY("brand_id","id")
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"brand_id" text collate "C" NOT NULL,
	"post_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"view_count" bigint NOT NULL,
	"like_count" bigint NOT NULL,
	"comment_count" bigint NOT NULL,
	"share_count" bigint NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "daily_figures_brand_id_post_id_day_pk" PRIMARY KEY("brand_id","post_id","day")
);
--> statement-breakpoint
CREATE TABLE "fulfillments" (
	"brand_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	"attempt" integer NOT NULL,
	"evidence_type" text NOT NULL,
	"fulfillment" text,
	"rejected_fulfillment_id" text collate "C",
	"caption" text,
	"poster_url" text,
	"submitted_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"rejected_at" timestamp (3) with time zone,
	"requested_changes" jsonb,
	CONSTRAINT "fulfillments_brand_id_id_pk" PRIMARY KEY("brand_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"brand_id" text collate "C" NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" smallint NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_brand_id_key_pk" PRIMARY KEY("brand_id","key")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"brand_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"payment_id" text collate "C",
	"campaign_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_brand_id_id_pk" PRIMARY KEY("brand_id","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"brand_id" text collate "C" NOT NULL,
	"entry_id" text collate "C" NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "ledger_lines_brand_id_entry_id_account_pk" PRIMARY KEY("brand_id","entry_id","account")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"brand_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"campaign_id" text collate "C" NOT NULL,
	"creator_id" text collate "C" NOT NULL,
	"stage_type" text NOT NULL,
	"stage_entered_at" timestamp (3) with time zone NOT NULL,
	"fulfillment_id" text collate "C",
	"invalidation_type" text,
	"final_post_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "offers_brand_id_id_pk" PRIMARY KEY("brand_id","id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"brand_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"method_title" text NOT NULL,
	"method_subtitle" text,
	"status" text NOT NULL,
	"status_reason" text,
	"campaign_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "payments_brand_id_id_pk" PRIMARY KEY("brand_id","id")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"brand_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	"campaign_id" text collate "C" NOT NULL,
	"creator_id" text collate "C" NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"final_post_url" text NOT NULL,
	"view_count" bigint DEFAULT 0 NOT NULL,
	"like_count" bigint DEFAULT 0 NOT NULL,
	"comment_count" bigint DEFAULT 0 NOT NULL,
	"share_count" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "posts_brand_id_id_pk" PRIMARY KEY("brand_id","id")
);
--> statement-breakpoint
CREATE TABLE "removals" (
	"brand_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "removals_brand_id_kind_id_pk" PRIMARY KEY("brand_id","kind","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"brand_id" text collate "C" NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tags_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creators" ADD CONSTRAINT "creators_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD CONSTRAINT "daily_figures_brand_id_post_id_posts_brand_id_id_fk" FOREIGN KEY ("brand_id","post_id") REFERENCES "public"."posts"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_brand_id_offer_id_offers_brand_id_id_fk" FOREIGN KEY ("brand_id","offer_id") REFERENCES "public"."offers"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_brand_id_entry_id_ledger_entries_brand_id_id_fk" FOREIGN KEY ("brand_id","entry_id") REFERENCES "public"."ledger_entries"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_brand_id_campaign_id_campaigns_brand_id_id_fk" FOREIGN KEY ("brand_id","campaign_id") REFERENCES "public"."campaigns"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_brand_id_creator_id_creators_brand_id_id_fk" FOREIGN KEY ("brand_id","creator_id") REFERENCES "public"."creators"("brand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_brand_id_offer_id_offers_brand_id_id_fk" FOREIGN KEY ("brand_id","offer_id") REFERENCES "public"."offers"("brand_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_brand_id_creator_id_creators_brand_id_id_fk" FOREIGN KEY ("brand_id","creator_id") REFERENCES "public"."creators"("brand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removals" ADD CONSTRAINT "removals_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "brands_email" ON "brands" USING btree ("email");--> statement-breakpoint
CREATE INDEX "campaigns_newest" ON "campaigns" USING btree ("brand_id","created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_changes" ON "campaigns" USING btree ("brand_id","revision","id");--> statement-breakpoint
CREATE UNIQUE INDEX "creators_username" ON "creators" USING btree ("brand_id","platform",lower("username"));--> statement-breakpoint
CREATE INDEX "daily_figures_changes" ON "daily_figures" USING btree ("brand_id","revision","post_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "fulfillments_attempt" ON "fulfillments" USING btree ("brand_id","offer_id","attempt");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_lines_balance" ON "ledger_lines" USING btree ("brand_id","account","amount_cents");--> statement-breakpoint
CREATE INDEX "offers_newest" ON "offers" USING btree ("brand_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "offers_of_campaign" ON "offers" USING btree ("brand_id","campaign_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "offers_of_creator" ON "offers" USING btree ("brand_id","creator_id");--> statement-breakpoint
CREATE INDEX "offers_changes" ON "offers" USING btree ("brand_id","revision","id");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("brand_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "payments_changes" ON "payments" USING btree ("brand_id","revision","id");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_url" ON "posts" USING btree ("brand_id","campaign_id","final_post_url");--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("brand_id","posted_at","id");--> statement-breakpoint
CREATE INDEX "posts_of_campaign" ON "posts" USING btree ("brand_id","campaign_id","posted_at","id");--> statement-breakpoint
CREATE INDEX "posts_of_offer" ON "posts" USING btree ("brand_id","offer_id");--> statement-breakpoint
CREATE INDEX "posts_changes" ON "posts" USING btree ("brand_id","revision","id");--> statement-breakpoint
CREATE INDEX "removals_changes" ON "removals" USING btree ("brand_id","revision","id");--> statement-breakpoint
CREATE INDEX "sessions_brand" ON "sessions" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");