import { and, asc, eq, exists, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { type Reminder, reminderTimes } from '#domain/time/reminders.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { offerReminders } from '#server/database/tables/offer-tables.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { creatorsOfOffers } from '#server/services/creators/creators-of-offers.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import { plannedEnd, takesMovesRow, waitsSince } from '#server/services/moves/state/campaign-state.ts';
import { readWaitingTimes } from '#server/services/moves/state/situations.ts';
import { offerReminderEmail } from './offer-emails.ts';

/** Maximum number of reminders per round; the rest are sent in the next rounds. */
const atOnce = 200;
const dayMs = 86_400_000;

interface Due {
  brandId: string;
  offerId: string;
  waitsSince: Date;
  reminder: Reminder;
}

/**
 * Reminds creators of their pending tasks. Each reminder is recorded in the transaction that queues its email, so
 * only one of several processes sends it. If an earlier reminder was missed, the later one replaces both.
 * @returns the number of reminders
 */
export async function remindCreators(db: Database, now: Date): Promise<number> {
  let reminded = 0;
  for (const due of await findDue(db, now)) {
    if (await remind(db, due, now)) reminded += 1;
  }
  return reminded;
}

async function findDue(db: Database, now: Date): Promise<Due[]> {
  const { offeredDays, submitDays } = await readWaitingTimes(db);
  // An offer also ends with its campaign. A creator whose turn began within the last day needs no reminder yet.
  const endsWithCampaign = and(
    lte(plannedEnd, new Date(now.getTime() + dayMs)),
    lte(offers.stageEnteredAt, new Date(now.getTime() - dayMs)),
  );
  const found: Due[] = [];
  for (const [stage, days] of [
    [eq(offers.stageType, 'OFFERED'), offeredDays],
    [sql`${offers.stageType} in ('SUBMIT_ADDRESS', 'SUBMIT_CUSTOM_CAPTION', 'SUBMIT_EVIDENCE')`, submitDays],
  ] as const) {
    // Start with the later reminder: a creator due for both gets only the later one.
    for (const { reminder, afterMs } of reminderTimes(days).toReversed()) {
      const hasWaited = lte(waitsSince, new Date(now.getTime() - afterMs));
      const isDue = reminder === 'last-day' ? or(hasWaited, endsWithCampaign) : hasWaited;
      const max = atOnce - found.length;
      if (max > 0) found.push(...(await findWaiting(db, { where: and(stage, isDue), reminder, max })));
    }
  }
  const seen = new Set<string>();
  return found.filter(({ offerId }) => !seen.has(offerId) && seen.add(offerId));
}

interface Wanted {
  where: SQL | undefined;
  reminder: Reminder;
  max: number;
}

/** Returns waiting offers for which neither this reminder nor a later one was sent. */
async function findWaiting(db: Database, { where, reminder, max }: Wanted): Promise<Due[]> {
  const isSame = and(
    eq(offerReminders.brandId, offers.brandId),
    eq(offerReminders.offerId, offers.id),
    eq(offerReminders.waitsSince, offers.stageEnteredAt),
    or(eq(offerReminders.reminder, reminder), eq(offerReminders.reminder, 'last-day')),
  );
  const rows = await db
    .select({ brandId: offers.brandId, offerId: offers.id, waitsSince: offers.stageEnteredAt })
    .from(offers)
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .where(
      and(
        where,
        isNull(offers.invalidationType),
        takesMovesRow(),
        not(exists(db.select({ one: sql`1` }).from(offerReminders).where(isSame))),
      ),
    )
    .orderBy(asc(offers.stageEnteredAt))
    .limit(max);
  return rows.map((row) => ({ ...row, reminder }));
}

function remind(db: Database, { brandId, offerId, waitsSince, reminder }: Due, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const noted = await tx
      .insert(offerReminders)
      .values({ brandId, offerId, waitsSince, reminder, at: now })
      .onConflictDoNothing()
      .returning({ offerId: offerReminders.offerId });
    if (noted.length === 0) return false;
    const creator = (await creatorsOfOffers(brandScope(tx, brandId), [offerId])).get(offerId);
    if (creator === undefined || creator.remindersOffAt !== null || creator.blockedAt !== null) return false;
    const content = offerReminderEmail.of({ offerId, waitsSince: waitsSince.toISOString(), reminder });
    await queueMail(tx, { brandId, recipient: creator.email, content, now });
    return true;
  });
}
