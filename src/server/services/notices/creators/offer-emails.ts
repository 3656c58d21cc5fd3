import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { moveNames, moveRule } from '#domain/offers/offer-moves.ts';
import { type Reminder, reminders as reminderNames } from '#domain/time/reminders.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { offers } from '#server/database/tables/tables.ts';
import { creatorsOfOffers } from '#server/services/creators/creators-of-offers.ts';
import type { CreatorLinks } from '#server/services/creators/links.ts';
import { readCreatorOffer } from '#server/services/creators/offer-view.ts';
import { defineEmail } from '#server/services/mail/email-kind.ts';
import type { MailRow } from '#server/services/mail/outbox.ts';
import type { MailItem, MailText } from '#server/services/mail/render.ts';
import { shortenName } from '#server/services/mail/shorten-name.ts';
import { type CreatorEmailText, creatorEmailTexts, deadlineText, namesOf, taskOf } from './creator-email-texts.ts';
import type { ReminderLinks } from './unsubscribing.ts';

export interface OfferEmailDeps {
  db: Database;
  links: CreatorLinks;
  reminders: ReminderLinks;
  publicUrl(): string;
  now(): Date;
}

/** Email to a creator about an offer's move; the table of moves names the notice. */
export const offerMovedEmail = defineEmail({
  kind: 'offer-moved',
  data: { offerId: v.string(), sequence: v.number() },
  render: (deps: OfferEmailDeps, mail, { offerId, sequence }) =>
    composeForCreator(deps, mail, { offerId, textFor: (offer) => wordsOfMove(offer, sequence), isReminder: false }),
});

/** Email to a creator about an offer that has been waiting for them. */
export const offerReminderEmail = defineEmail({
  kind: 'offer-reminder',
  data: { offerId: v.string(), waitsSince: v.string(), reminder: v.picklist(reminderNames) },
  render: (deps: OfferEmailDeps, mail, { offerId, ...reminded }) =>
    composeForCreator(deps, mail, {
      offerId,
      textFor: (offer, now) => wordsOfReminder(offer, reminded, now),
      isReminder: true,
    }),
});

interface Composed {
  offerId: string;
  /** Returns null if the email is obsolete. */
  textFor: (offer: CreatorOffer, now: Date) => CreatorEmailText | null;
  /** Reminders can be unsubscribed from. */
  isReminder: boolean;
}

/**
 * Renders an email to a creator about an offer; null if the offer has moved on, or the address now belongs to someone else.
 */
export async function composeForCreator(
  { db, links, reminders, publicUrl, now }: OfferEmailDeps,
  { brandId, recipient }: MailRow,
  { offerId, textFor, isReminder }: Composed,
): Promise<MailText | null> {
  if (brandId === null) return null;
  const scope = brandScope(db, brandId);
  const creator = (await creatorsOfOffers(scope, [offerId])).get(offerId);
  if (creator?.email !== recipient) return null;
  if (isReminder && creator.remindersOffAt !== null) return null;
  const offer = await readCreatorOffer(scope, offerId, now());
  const words = textFor(offer, now());
  if (words === null) return null;
  const [linked] = await db
    .select({ id: offers.id, linkGeneration: offers.linkGeneration, linkSince: offers.linkSince })
    .from(offers)
    .where(scope.own(offers, eq(offers.id, offerId)));
  if (linked === undefined) return null;
  // If the provider has revoked the links, the email is sent without one.
  const url = linked.linkSince > linked.linkGeneration ? null : links.urlOf(linked);
  const { subject, paragraphs, lists, shown, label } = words;
  return {
    subject,
    greeting: creator.firstName === '' ? 'Hello,' : `Hello ${shortenName(creator.firstName)},`,
    paragraphs,
    ...(lists && { lists }),
    ...(shown && url && { items: [itemOf(offer, shown, url, publicUrl())] }),
    action: url === null ? null : { label, url },
    footnote:
      url === null
        ? 'Your link was deactivated. Contact the person who sent it to get a new one.'
        : 'This link is personal: anyone who has it can act for you.',
    ...(isReminder && { unsubscribeUrl: reminders.urlOf(creator.id) }),
  };
}

/** An email reports only the last move: a later one has its own email or was made by the creator. */
function wordsOfMove(offer: CreatorOffer, sequence: number): CreatorEmailText | null {
  if (offer.version !== sequence) return null;
  const last = offer.history.at(-1)?.move;
  const move = moveNames.find((name) => name === last);
  const notice = move && moveRule(move).notices?.creator;
  return notice === undefined ? null : creatorEmailTexts[notice](offer);
}

function wordsOfReminder(
  offer: CreatorOffer,
  { waitsSince, reminder }: { waitsSince: string; reminder: Reminder },
  now: Date,
): CreatorEmailText | null {
  const { enteredAt, expiresAt } = offer.stage;
  const task = taskOf(offer);
  const isOver = expiresAt === null || new Date(expiresAt) <= now || offer.campaign.hasEnded;
  if (task === null || isOver || enteredAt !== waitsSince || offer.draft?.state === 'processing') return null;
  // A campaign that is full or ending takes no new creators.
  if (offer.stage.type === 'OFFERED' && !offer.moves.includes('accept')) return null;
  const { brand, campaign } = namesOf(offer);
  return {
    subject: reminder === 'last-day' ? `Last day: ${task.subject}` : task.subject,
    paragraphs: [
      `${brand} is waiting to hear from you about “${campaign}”. ${task.text}`,
      `If we don’t hear from you, the offer expires${deadlineText(expiresAt).replace(' by', ' on')}.`,
    ],
    label: task.label,
  };
}

function itemOf(
  offer: CreatorOffer,
  shown: NonNullable<CreatorEmailText['shown']>,
  url: string,
  base: string,
): MailItem {
  const { campaign, username } = namesOf(offer);
  return {
    title: shown.evidenceType === 'PUBLISHED_VIDEO_URL' ? 'Your post' : 'Your draft',
    note: `${username} · ${campaign}`,
    image: shown.posterUrl === null ? null : new URL(shown.posterUrl, base).href,
    url,
  };
}
