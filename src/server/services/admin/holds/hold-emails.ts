import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { formatUsd } from '#domain/money/money.ts';
import { type BrandScope, brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { earningHolds } from '#server/database/tables/hold-tables.ts';
import { earnings } from '#server/database/tables/ledger-tables.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import { creatorsOfOffers } from '#server/services/creators/creators-of-offers.ts';
import type { CreatorLinks } from '#server/services/creators/links.ts';
import { newestUrl } from '#server/services/creators/use-link.ts';
import { readOpenHold } from '#server/services/ledger/holds.ts';
import { defineEmail } from '#server/services/mail/email-kind.ts';
import type { MailRow } from '#server/services/mail/outbox.ts';
import type { MailText } from '#server/services/mail/render.ts';
import { shortenName } from '#server/services/mail/shorten-name.ts';

interface Deps {
  db: Database;
  links: CreatorLinks;
  now(): Date;
}

/** Email to a creator whose earnings were put on hold, with the team's reason. */
export const earningHeldEmail = defineEmail({
  kind: 'creator-earning-held',
  data: { holdId: v.string() },
  async render(deps: Deps, mail, { holdId }): Promise<MailText | null> {
    const read = await readMail(deps, mail, holdId);
    if (read === null || read.hold.releasedAt !== null) return null;
    const { brand, campaign, amount, greeting, url } = read;
    return {
      subject: `Your earnings from ${brand} are on hold`,
      greeting,
      paragraphs: [
        `We’ve put your earnings${amount} for “${campaign}” on hold. Here’s why:`,
        read.hold.reason,
        ...(url === null ? [] : ['You can reply on your page. We’ll email you when the hold is lifted.']),
      ],
      action: url === null ? null : { label: 'Reply on your page', url },
      footnote: 'We can’t pay these earnings while they are on hold. Your other earnings aren’t affected.',
    };
  },
});

/** Email to a creator whose earnings are no longer on hold, with the team's note. */
export const earningReleasedEmail = defineEmail({
  kind: 'creator-earning-released',
  data: { holdId: v.string() },
  async render(deps: Deps, mail, { holdId }): Promise<MailText | null> {
    const read = await readMail(deps, mail, holdId);
    // If the earnings are on hold again by now, only the newer email is sent.
    if (read === null || read.open !== null) return null;
    const { brand, campaign, amount, greeting, url } = read;
    return {
      subject: `Your earnings from ${brand} are no longer on hold`,
      greeting,
      paragraphs: [
        `We’ve lifted the hold on your earnings${amount} for “${campaign}”.`,
        ...(read.hold.releaseNote === null ? [] : [read.hold.releaseNote]),
        afterRelease(read),
      ],
      action: url === null ? null : { label: 'Open your page', url },
      footnote: 'You don’t need to do anything.',
    };
  },
});

function afterRelease({ isSettled, amount }: { isSettled: boolean; amount: string }): string {
  if (!isSettled) return 'Your earnings become final within 30 days of the campaign’s end.';
  return amount === '' ? 'The campaign is settled, and your post earned nothing.' : 'Your payment comes next.';
}

/** Emails about holds on earnings. */
export const holdEmails = [earningHeldEmail, earningReleasedEmail];

/** Returns the data of an email about a hold; null if the address now belongs to someone else. */
async function readMail(deps: Deps, { brandId, recipient }: MailRow, holdId: string) {
  if (brandId === null) return null;
  const scope = brandScope(deps.db, brandId);
  const row = await readRow(scope, holdId);
  if (row === undefined) return null;
  const creator = (await creatorsOfOffers(scope, [row.offer.id])).get(row.offer.id);
  if (creator?.email !== recipient) return null;
  const brand = shortenName(row.brand);
  return {
    brand,
    campaign: shortenName(row.campaign.name ?? `${brand} Campaign`),
    hold: row.hold,
    open: await readOpenHold(scope, row.offer.id),
    isSettled: row.campaign.settledAt !== null,
    amount: row.amountCents === null ? '' : ` of ${formatUsd(row.amountCents)}`,
    greeting: creator.firstName === '' ? 'Hello,' : `Hello ${shortenName(creator.firstName)},`,
    url: await newestUrl(deps, row.offer),
  };
}

async function readRow(scope: BrandScope, holdId: string) {
  const [row] = await scope.db
    .select({
      ...{ hold: earningHolds, offer: offers, amountCents: earnings.amountCents, brand: brands.name },
      campaign: { name: campaigns.name, settledAt: campaigns.settledAt },
    })
    .from(earningHolds)
    .innerJoin(offers, and(eq(offers.brandId, earningHolds.brandId), eq(offers.id, earningHolds.offerId)))
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .leftJoin(earnings, and(eq(earnings.brandId, offers.brandId), eq(earnings.offerId, offers.id)))
    .where(scope.own(earningHolds, eq(earningHolds.id, holdId)));
  return row;
}
