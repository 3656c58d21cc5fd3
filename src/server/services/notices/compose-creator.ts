import { eq } from 'drizzle-orm';
import type { CreatorOffer } from '#contract/creator.ts';
import { moveNames, moveRule } from '#domain/offer-moves.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { offers } from '#server/database/tables.ts';
import type { CreatorLinks } from '../creators/links.ts';
import { readCreatorOffer } from '../creators/offer-view.ts';
import type { MailContent } from '../mail/content.ts';
import { named } from '../mail/named.ts';
import type { MailItem, MailText } from '../mail/render.ts';
import { type CreatorWords, creatorWords, deadlineText, namesOf, taskOf } from './creator-words.ts';
import { creatorsOfOffers } from './creators-of-offers.ts';
import type { ReminderLinks } from './unsubscribing.ts';

type OfferContent = Extract<MailContent, { kind: 'offer-moved' | 'offer-reminder' }>;

interface Deps {
  db: Database;
  links: CreatorLinks;
  reminders: ReminderLinks;
  publicUrl(): string;
  now(): Date;
}

/** A mail to a creator about an offer; null where the offer has moved on, or the address is another's by now. */
export async function composeCreator(
  { db, links, reminders, publicUrl, now }: Deps,
  { brandId, recipient }: { brandId: string; recipient: string },
  content: OfferContent,
): Promise<MailText | null> {
  const scope = brandScope(db, brandId);
  const creator = (await creatorsOfOffers(scope, [content.offerId])).get(content.offerId);
  if (creator?.email !== recipient) return null;
  if (content.kind === 'offer-reminder' && creator.remindersOffAt !== null) return null;
  const offer = await readCreatorOffer(scope, content.offerId, now());
  const words = content.kind === 'offer-moved' ? wordsOfMove(offer, content) : wordsOfReminder(offer, content, now());
  if (words === null) return null;
  const [linked] = await db
    .select({ id: offers.id, linkGeneration: offers.linkGeneration, linkSince: offers.linkSince })
    .from(offers)
    .where(scope.own(offers, eq(offers.id, content.offerId)));
  if (linked === undefined) return null;
  // While the provider has ended the links, none is there to be mailed; the news is all the same.
  const url = linked.linkSince > linked.linkGeneration ? null : links.urlOf(linked);
  const { subject, paragraphs, lists, shown, label } = words;
  return {
    subject,
    greeting: creator.firstName === '' ? 'Hello,' : `Hello ${named(creator.firstName)},`,
    paragraphs,
    ...(lists && { lists }),
    ...(shown && url && { items: [itemOf(offer, shown, url, publicUrl())] }),
    action: url === null ? null : { label, url },
    footnote:
      url === null
        ? 'Your link was deactivated. Contact the person who sent it to get a new one.'
        : 'This link is personal: anyone who has it can act for you.',
    ...(content.kind === 'offer-reminder' && { unsubscribeUrl: reminders.urlOf(creator.id) }),
  };
}

/** A mail tells of the last move only: one that came after has its own mail, or was the creator's. */
function wordsOfMove(offer: CreatorOffer, { sequence }: Extract<OfferContent, { sequence: number }>) {
  if (offer.version !== sequence) return null;
  const last = offer.history.at(-1)?.move;
  const move = moveNames.find((name) => name === last);
  const notice = move && moveRule(move).tells?.creator;
  return notice === undefined ? null : creatorWords[notice](offer);
}

function wordsOfReminder(
  offer: CreatorOffer,
  { waitsSince, reminder }: Extract<OfferContent, { kind: 'offer-reminder' }>,
  now: Date,
): CreatorWords | null {
  const { enteredAt, expiresAt } = offer.stage;
  const task = taskOf(offer);
  const isOver = expiresAt === null || new Date(expiresAt) <= now || offer.campaign.hasEnded;
  if (task === null || isOver || enteredAt !== waitsSince || offer.draft?.state === 'processing') return null;
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

function itemOf(offer: CreatorOffer, shown: NonNullable<CreatorWords['shown']>, url: string, base: string): MailItem {
  const { campaign, username } = namesOf(offer);
  return {
    title: shown.evidenceType === 'PUBLISHED_VIDEO_URL' ? 'Your post' : 'Your draft',
    note: `${username} · ${campaign}`,
    image: shown.posterUrl === null ? null : new URL(shown.posterUrl, base).href,
    url,
  };
}
