-- Distributes the tables of brands over the workers of a Citus cluster. Run it once on the coordinator, while no process of
-- Afield is running: psql --set ON_ERROR_STOP=1 --file distribute.sql DATABASE. operating.md says what comes before and after.

begin;

set local citus.multi_shard_modify_mode = 'sequential';

-- Keys between tables in different places can't be checked. No statement relies on them: Afield deletes no brand and no offer.

alter table campaigns drop constraint campaigns_brand_id_brands_id_fk;
alter table charge_reversals drop constraint charge_reversals_brand_id_brands_id_fk;
alter table creators drop constraint creators_brand_id_brands_id_fk;
alter table daily_gains drop constraint daily_gains_brand_id_brands_id_fk;
alter table earnings drop constraint earnings_brand_id_brands_id_fk;
alter table email_codes drop constraint email_codes_brand_id_brands_id_fk;
alter table ledger_entries drop constraint ledger_entries_brand_id_brands_id_fk;
alter table offer_spans drop constraint offer_spans_brand_id_brands_id_fk;
alter table payment_customers drop constraint payment_customers_brand_id_brands_id_fk;
alter table payment_methods drop constraint payment_methods_brand_id_brands_id_fk;
alter table payment_orders drop constraint payment_orders_brand_id_brands_id_fk;
alter table payments drop constraint payments_brand_id_brands_id_fk;
alter table post_spans drop constraint post_spans_brand_id_brands_id_fk;
alter table removals drop constraint removals_brand_id_brands_id_fk;
alter table earning_holds drop constraint earning_holds_brand_id_offer_id_offers_brand_id_id_fk;
alter table post_names drop constraint post_names_brand_id_offer_id_offers_brand_id_id_fk;

-- Read with every brand's rows and seldom written: a copy on each worker.

select create_reference_table('tags');
select create_reference_table('creator_profiles');
select create_reference_table('creator_accounts');
select create_reference_table('account_names');
select create_reference_table('creator_tags');
select create_reference_table('payouts');
select create_reference_table('earning_holds');
select create_reference_table('hold_answers');

-- Brands' rows, each brand's on one worker. Tables come after those that they refer to.

select create_distributed_table('campaigns', 'brand_id');
select create_distributed_table('creators', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('offers', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('fulfillments', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('offer_moves', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('offer_deliveries', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('offer_reminders', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('shared_posts', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('posts', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('daily_figures', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('daily_gains', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('post_spans', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('offer_spans', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('payments', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('ledger_entries', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('ledger_lines', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('earnings', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('charge_reversals', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('payment_customers', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('payment_methods', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('payment_orders', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('email_codes', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('idempotency_keys', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('removals', 'brand_id', colocate_with => 'campaigns');
select create_distributed_table('stored_files', 'brand_id', colocate_with => 'campaigns');

-- Statements over all brands use one connection to each worker. In parallel, they would keep the rest of their transaction from
-- changing the tables that are on every worker. Holds for connections from now on.

do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode = %L', current_database(), 'sequential');
end $$;

commit;
