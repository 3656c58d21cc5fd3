import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';
import { chargeReversals, charges } from '#server/database/tables/billing-tables.ts';
import { earningHolds } from '#server/database/tables/hold-tables.ts';
import { earnings, ledgerEntries, ledgerLines, payouts } from '#server/database/tables/ledger-tables.ts';
import { brands, campaigns, payments } from '#server/database/tables/tables.ts';

interface Finding {
  /** Null if the finding concerns no particular brand. */
  brandId: string | null;
  message: string;
}

/** Finds contradictions in the books. Application code should never cause one; the audit catches bugs. */
export async function auditLedger(db: Database): Promise<Finding[]> {
  const queries = [
    sql`select brand_id as "brandId", 'Entry ' || entry_id || ' does not sum to zero.' as message
      from ${ledgerLines} group by brand_id, entry_id having sum(amount_cents) <> 0`,
    sql`select brand_id as "brandId", 'The account ' || account || ' holds ' || sum(amount_cents) || ' cents.' as message
      from ${ledgerLines} where account not in ('available', 'provider', 'adjustments')
      group by brand_id, account having sum(amount_cents) < 0`,
    // Refunded, disputed or corrected money may already have been spent, but a campaign never spends missing funds. The sums
    // are compared outside the joining query because Citus 13.2 picks another column for `kind` in its HAVING.
    sql`select brand_id as "brandId", 'The account available holds ' || available || ' cents.' as message
      from (
        select l.brand_id, sum(l.amount_cents) as available,
          sum(case when e.kind in ('funds_reversed', 'adjusted') then greatest(l.amount_cents, 0) else l.amount_cents end) as own
        from ${ledgerLines} l join ${ledgerEntries} e on e.brand_id = l.brand_id and e.id = l.entry_id
        where l.account = 'available' group by l.brand_id
      ) lines where own < 0`,
    sql`select r.brand_id as "brandId",
        'Refunds and disputes of ' || r.reported || ' cents are booked as ' || coalesce(b.booked, 0) || ' cents.' as message
      from (select brand_id, sum(booked_cents) as reported from ${chargeReversals} group by brand_id) r
      left join (
        select e.brand_id, sum(l.amount_cents) as booked
        from ${ledgerEntries} e join ${ledgerLines} l on l.brand_id = e.brand_id and l.entry_id = e.id
        where e.kind = 'funds_reversed' and l.account = 'provider' group by e.brand_id
      ) b on b.brand_id = r.brand_id
      where r.reported <> coalesce(b.booked, 0)`,
    // Each cent spent by a settled campaign belongs to one offer, and nothing is left in the campaign's account.
    sql`select c.brand_id as "brandId", 'Campaign ' || c.id || ' spent ' || c.spent_cents || ' cents, its offers earned '
        || coalesce(e.earned, 0) || ' and ' || coalesce(l.owed, 0) || ' are booked, with ' || coalesce(l.rest, 0) || ' left.' as message
      from ${campaigns} c
      left join (select brand_id, campaign_id, sum(amount_cents) as earned from ${earnings} group by brand_id, campaign_id) e
        on e.brand_id = c.brand_id and e.campaign_id = c.id
      left join (
        select e.brand_id, e.campaign_id, sum(l.amount_cents) filter (where l.account = 'creators') as owed,
          sum(l.amount_cents) filter (where l.account = 'campaigns') as rest
        from ${ledgerEntries} e join ${ledgerLines} l on l.brand_id = e.brand_id and l.entry_id = e.id
        where e.campaign_id is not null group by e.brand_id, e.campaign_id
      ) l on l.brand_id = c.brand_id and l.campaign_id = c.id
      where c.settled_at is not null and (c.spent_cents <> coalesce(e.earned, 0)
        or c.spent_cents <> coalesce(l.owed, 0) or coalesce(l.rest, 0) <> 0)`,
    // A brand that accepted a flat fee has set aside the fees of all its creators; the provider pays none of them.
    sql`select c.brand_id as "brandId", 'Campaign ' || c.id || ' has ' || coalesce(l.aside, 0) || ' cents set aside for fees of '
        || c.fee_cents * c.fee_creators || ', and the provider pays ' || coalesce(l.paid, 0) || '.' as message
      from ${campaigns} c
      left join (
        select e.brand_id, e.campaign_id, sum(l.amount_cents) filter (where e.kind = 'budget_captured' and l.account = 'campaigns') as aside,
          -sum(l.amount_cents) filter (where l.account = 'provider') as paid
        from ${ledgerEntries} e join ${ledgerLines} l on l.brand_id = e.brand_id and l.entry_id = e.id
        where e.campaign_id is not null group by e.brand_id, e.campaign_id
      ) l on l.brand_id = c.brand_id and l.campaign_id = c.id
      where c.proposal_accepted_at is not null
        and (c.fee_cents * c.fee_creators <> coalesce(l.aside, 0) or coalesce(l.paid, 0) <> 0)`,
    // Creators are owed exactly the earnings that haven't been paid.
    sql`select b.id as "brandId", 'Creators are owed ' || coalesce(e.due, 0) || ' cents, but the ledger owes them ' || coalesce(l.owed, 0)
        || '.' as message
      from ${brands} b
      left join (select brand_id, sum(amount_cents) as due from ${earnings} where payout_id is null group by brand_id) e
        on e.brand_id = b.id
      left join (select brand_id, sum(amount_cents) as owed from ${ledgerLines} where account = 'creators' group by brand_id) l
        on l.brand_id = b.id
      where coalesce(e.due, 0) <> coalesce(l.owed, 0)`,
    sql`select min(e.brand_id) as "brandId", 'Payout ' || p.id || ' of ' || p.amount_cents || ' cents is for earnings of '
        || coalesce(sum(e.amount_cents), 0) || '.' as message
      from ${payouts} p left join ${earnings} e on e.payout_id = p.id group by p.id
      having coalesce(sum(e.amount_cents), 0) <> case when p.undone_at is null then p.amount_cents else 0 end`,
    // Earnings on hold stay owed, so they can't have been paid.
    sql`select h.brand_id as "brandId", 'The earnings of ' || h.offer_id || ' are on hold, but were paid by ' || e.payout_id || '.' as message
      from ${earningHolds} h join ${earnings} e on e.brand_id = h.brand_id and e.offer_id = h.offer_id
      where h.released_at is null and e.payout_id is not null`,
    sql`select h.brand_id as "brandId", 'The hold ' || h.id || ' was released before it began.' as message
      from ${earningHolds} h where h.released_at < h.held_at`,
    // The entries of a charge must match its state.
    sql`select brand_id as "brandId", 'Payment ' || payment_id || ' is ' || state || ', but ' || brought || ' cents of it are booked.'
        as message
      from (
        select c.brand_id, c.payment_id, c.state, c.amount_cents,
          coalesce(-sum(l.amount_cents) filter (where l.account = 'provider'), 0) as brought,
          coalesce(sum(l.amount_cents) filter (where l.account = 'available'), 0) as available
        from ${charges} c
        left join ${ledgerEntries} e on e.brand_id = c.brand_id and e.payment_id = c.payment_id
        left join ${ledgerLines} l on l.brand_id = e.brand_id and l.entry_id = e.id
        group by c.brand_id, c.payment_id, c.state, c.amount_cents
      ) booked
      where brought <> case when state in ('PENDING', 'SUCCEEDED') then amount_cents else 0 end
        or available <> case when state = 'SUCCEEDED' then amount_cents else 0 end`,
    sql`select c.brand_id as "brandId", 'Payment ' || p.id || ' is shown as ' || p.status || ', its charge is ' || c.state || '.'
        as message
      from ${charges} c join ${payments} p on p.brand_id = c.brand_id and p.id = c.payment_id
      where p.status <> case c.state when 'SUCCEEDED' then 'COMPLETED' when 'FAILED' then 'FAILED' else 'PENDING' end`,
  ];
  const findings: Finding[] = [];
  for (const query of queries) findings.push(...(await rowsOf<Finding>(db, query)));
  return findings;
}
