import { and, desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { formatUsd } from '#domain/money/money.ts';
import type { Database } from '#server/database/database.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { earnings, payouts } from '#server/database/tables/ledger-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import type { CreatorLinks } from '#server/services/creators/links.ts';
import { newestUrl } from '#server/services/creators/use-link.ts';
import { defineEmail } from '#server/services/mail/email-kind.ts';
import type { MailRow } from '#server/services/mail/outbox.ts';
import type { MailText } from '#server/services/mail/render.ts';
import { shortenName } from '#server/services/mail/shorten-name.ts';
import { readEarnings } from './due.ts';

interface Deps {
  db: Database;
  links: CreatorLinks;
  now(): Date;
}

/** Email to a creator about a payout and the earnings that it pays. */
export const creatorPaidEmail = defineEmail({
  kind: 'creator-paid',
  data: { payoutId: v.string() },
  render: (deps: Deps, mail, { payoutId }) => compose(deps, mail, payoutId),
});

/** Returns null if the payout was undone in the meantime, or the address now belongs to someone else. */
async function compose(deps: Deps, { recipient }: MailRow, payoutId: string): Promise<MailText | null> {
  const [row] = await deps.db
    .select({ payout: payouts, email: creatorProfiles.email, firstName: creatorProfiles.firstName })
    .from(payouts)
    .innerJoin(creatorProfiles, eq(creatorProfiles.id, payouts.creatorId))
    .where(eq(payouts.id, payoutId));
  if (row === undefined || row.email !== recipient || row.payout.undoneAt !== null) return null;
  const { amountCents, note } = row.payout;
  const isPaid = eq(earnings.payoutId, payoutId);
  const points = (await readEarnings(deps.db, isPaid)).map((earning) => ({
    title: `${earning.campaignName === null ? 'A campaign' : `“${shortenName(earning.campaignName)}”`} from ${shortenName(earning.brandName)}`,
    text: formatUsd(earning.amountCents),
  }));
  const url = await newestLink(deps, payoutId);
  return {
    subject: `You were paid ${formatUsd(amountCents)}`,
    greeting: row.firstName === '' ? 'Hello,' : `Hello ${shortenName(row.firstName)},`,
    paragraphs: [`We paid you ${formatUsd(amountCents)} for your posts.`, ...(note === null ? [] : [`Note: ${note}`])],
    lists: [{ heading: null, points, after: null }],
    action: url === null ? null : { label: 'See your post', url },
    footnote: 'If the payment doesn’t arrive, contact the person who invited you.',
  };
}

/** Returns a link to the newest of the paid offers; null if it has expired. */
async function newestLink(deps: Deps, payoutId: string): Promise<string | null> {
  const [row] = await deps.db
    .select({ offer: offers })
    .from(offers)
    .innerJoin(earnings, and(eq(earnings.brandId, offers.brandId), eq(earnings.offerId, offers.id)))
    .where(eq(earnings.payoutId, payoutId))
    .orderBy(desc(offers.stageEnteredAt), desc(offers.id))
    .limit(1);
  return row === undefined ? null : newestUrl(deps, row.offer);
}
