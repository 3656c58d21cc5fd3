import { eq } from 'drizzle-orm';
import type { EvidenceType } from '#contract/brand/offer.ts';
import type { InputOf, MoveWithInput } from '#domain/offers/move-inputs.ts';
import type { Mover } from '#domain/offers/offer-moves.ts';
import { firstEvidence, stageAfterAccept, stageAfterReject } from '#domain/offers/offer-situation.ts';
import { postLink } from '#domain/posts/post-link.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { fulfillments, type offers } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import type { LookedUpPost } from '../posts/lookups/look-up.ts';
import { requireTemplates } from './change-templates.ts';
import { noteDelivery } from './delivery.ts';
import { claimLink, linkFor, releaseLink } from './links/submitted-link.ts';
import { type AttemptRow, approvedDraft, type OfferState } from './state/situations.ts';

/** A move's changes to its offer, apart from the stage. */
type OfferChange = Partial<Pick<typeof offers.$inferInsert, 'fulfillmentId' | 'finalPostUrl'>>;

type Content = Pick<AttemptRow, 'fulfillment'> &
  Partial<
    Pick<AttemptRow, 'caption' | 'posterUrl' | 'durationMs' | 'width' | 'height' | 'hasSound' | 'accountChecked'>
  >;

/** Applies the side effects of an allowed move on submissions and packages. */
export async function applyEffects(
  writer: BrandWriter,
  state: OfferState,
  given: MoveWithInput & { by: Mover; lookedUp?: LookedUpPost | undefined },
  now: Date,
): Promise<OfferChange> {
  const { offer, current } = state;
  switch (given.move) {
    case 'give-address':
      await noteDelivery(writer, offer.id, { address: given.input.address, sentAt: null });
      return {};
    case 'send-package':
      await noteDelivery(writer, offer.id, { ...given.input, sentAt: now });
      return {};
    case 'lose-package':
      await noteDelivery(writer, offer.id, { carrier: null, tracking: null, sentAt: null });
      return {};
    case 'give-caption': {
      const caption = { evidenceType: 'VIDEO_WITH_CAPTION', caption: given.input.caption, submittedAt: now } as const;
      return { fulfillmentId: await addTry(writer, state, now, caption) };
    }
    case 'clear-caption':
      if (current !== null) await noteTry(writer, current.id, { acceptedAt: now });
      return {};
    case 'return-caption':
      if (current !== null) await noteTry(writer, current.id, { rejectedAt: now });
      return { fulfillmentId: null };
    case 'submit-draft':
      return submit(writer, state, draftOf(given.input), now);
    case 'submit-link':
      return submit(writer, state, await linkFor(writer, state, { ...given, now }), now);
    case 'replace-draft':
      return replace(writer, state, draftOf(given.input), now);
    case 'replace-link':
      await releaseLink(writer, state);
      return replace(writer, state, await linkFor(writer, state, { ...given, now }), now);
    case 'approve': {
      if (current === null) return {};
      await noteTry(writer, current.id, { acceptedAt: now });
      const { owed, finalPostUrl } = stageAfterAccept(current);
      const post = postLink(finalPostUrl ?? '');
      // An offer that was ended and reopened may have lost its post to another offer.
      if (post !== null) await claimLink(writer, { offerId: offer.id, links: [post], by: given.by, now });
      return {
        ...(owed === null ? {} : { fulfillmentId: await addTry(writer, state, now, owed) }),
        ...(finalPostUrl === undefined ? {} : { finalPostUrl }),
      };
    }
    case 'request-changes': {
      if (current === null) return {};
      await requireTemplates(writer.db, given.input.requestedChanges);
      await releaseLink(writer, state);
      await noteTry(writer, current.id, { rejectedAt: now, requestedChanges: given.input.requestedChanges });
      const { owed } = stageAfterReject(current);
      return owed === null ? {} : { fulfillmentId: await addTry(writer, state, now, owed) };
    }
    case 'take-back':
      return takeBack(writer, state, now);
    default:
      return {};
  }
}

const draftOf = ({ video, posterUrl, caption, media }: InputOf<'submit-draft'>): Content => ({
  fulfillment: video,
  posterUrl,
  caption,
  ...(media ?? unread),
});

/** A replacement draft must not inherit the previous video's properties. */
const unread = { durationMs: null, width: null, height: null, hasSound: null };

async function submit(writer: BrandWriter, state: OfferState, content: Content, now: Date): Promise<OfferChange> {
  const id = state.current?.id ?? (await ensureOpenAttempt(writer, state, now));
  await noteTry(writer, id, { ...content, submittedAt: now });
  return { fulfillmentId: id };
}

/**
 * Adds a submission and leaves the earlier one undecided. A pending decision names the earlier one and is therefore
 * refused.
 */
async function replace(writer: BrandWriter, state: OfferState, content: Content, now: Date): Promise<OfferChange> {
  const { evidenceType = 'VIDEO_WITH_CAPTION', rejectedFulfillmentId = null } = state.current ?? {};
  const another = { ...content, evidenceType, rejectedFulfillmentId, submittedAt: now };
  return { fulfillmentId: await addTry(writer, state, now, another) };
}

/**
 * Returns an approved draft to review. The owed link's row is deleted, since it would count as a version. The draft
 * keeps its content and number but gets a new id. Decisions name the id in If-Match, so one that another device made
 * before the take-back is refused. Each id is decided on only once, which lets the queue determine the outcome after a
 * lost response.
 */
async function takeBack(writer: BrandWriter, { tries, current }: OfferState, now: Date): Promise<OfferChange> {
  const draft = approvedDraft(tries, current);
  if (draft === null || current === null) return {};
  await writer.db.delete(fulfillments).where(writer.own(fulfillments, eq(fulfillments.id, current.id)));
  const id = newId('ful', now);
  await noteTry(writer, draft.id, { id, acceptedAt: null });
  return { fulfillmentId: id };
}

async function noteTry(writer: BrandWriter, id: string, noted: Partial<AttemptRow>): Promise<void> {
  await writer.db
    .update(fulfillments)
    .set(noted)
    .where(writer.own(fulfillments, eq(fulfillments.id, id)));
}

/** Adds an attempt after the existing ones. @returns its id */
async function addTry(
  { db, brandId }: BrandWriter,
  { offer, tries }: OfferState,
  now: Date,
  given: Partial<AttemptRow> & { evidenceType: EvidenceType },
): Promise<string> {
  const id = newId('ful', now);
  const attempt = (tries.at(-1)?.attempt ?? 0) + 1;
  await db.insert(fulfillments).values({ ...given, brandId, id, offerId: offer.id, attempt });
  return id;
}

/** Ensures that an offer entering its draft or link stage has an open attempt. @returns the attempt's id */
export async function ensureOpenAttempt(writer: BrandWriter, state: OfferState, now: Date): Promise<string> {
  const last = state.tries.at(-1);
  if (last !== undefined && last.submittedAt === null) return last.id;
  return addTry(writer, state, now, { evidenceType: firstEvidence(state.situation.campaign.steps) });
}
