import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { type BrandWriter, brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import { defineEmail } from '../mail/email-kind.ts';
import { type MailRow, queueMail } from '../mail/outbox.ts';
import type { MailText } from '../mail/render.ts';
import { shortenName } from '../mail/shorten-name.ts';
import { creatorsOfOffers } from './creators-of-offers.ts';
import type { CreatorLinks } from './links.ts';
import { newestUrl } from './use-link.ts';

/** Queues an email with an offer's newest link to its creator. @returns the address; null if the creator is unknown */
export async function mailLink(writer: BrandWriter, offerId: string, now: Date): Promise<string | null> {
  const creator = (await creatorsOfOffers(writer, [offerId])).get(offerId);
  if (creator === undefined) return null;
  const content = creatorLinkEmail.of({ offerId });
  await queueMail(writer.db, { brandId: writer.brandId, recipient: creator.email, content, now });
  return creator.email;
}

interface Deps {
  db: Database;
  links: CreatorLinks;
  now(): Date;
}

/** Email to a creator with the newest link of an offer. */
export const creatorLinkEmail = defineEmail({
  kind: 'creator-link',
  data: { offerId: v.string() },
  render: (deps: Deps, mail, { offerId }) => compose(deps, mail, offerId),
});

/** Returns null if the address now belongs to someone else or the link was revoked. */
async function compose(deps: Deps, { brandId, recipient }: MailRow, offerId: string): Promise<MailText | null> {
  if (brandId === null) return null;
  const { db } = deps;
  const scope = brandScope(db, brandId);
  const creator = (await creatorsOfOffers(scope, [offerId])).get(offerId);
  if (creator?.email !== recipient) return null;
  const [row] = await db
    .select({ offer: offers, campaign: campaigns.name, brand: brands.name })
    .from(offers)
    .innerJoin(campaigns, scope.own(campaigns, eq(campaigns.id, offers.campaignId)))
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .where(scope.own(offers, eq(offers.id, offerId)));
  if (row === undefined) return null;
  const url = await newestUrl(deps, row.offer);
  if (url === null) return null;
  const { linkGeneration, linkSince } = row.offer;
  const brand = shortenName(row.brand);
  const campaign = row.campaign === null ? '' : ` “${shortenName(row.campaign)}”`;
  const isNewer = linkGeneration > linkSince;
  return {
    subject: `Your link to the offer from ${brand}`,
    greeting: creator.firstName === '' ? 'Hello,' : `Hello ${shortenName(creator.firstName)},`,
    paragraphs: [
      `Here is your link to the campaign${campaign} from ${brand}.`,
      ...(isNewer ? ['Your earlier links stop working once you use this one.'] : []),
    ],
    action: { label: 'Open the offer', url },
    footnote: 'This link is personal: anyone who has it can act for you. If you didn’t request it, ignore this email.',
  };
}
