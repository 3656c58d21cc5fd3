import type { GivenMove, InputOf } from '#domain/move-inputs.ts';
import { stageAfterAccept, stageAfterReject } from '#domain/offer-transitions.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import type { offers } from '#server/database/tables.ts';
import { requireTemplates } from '../change-templates.ts';
import type { ToldPost } from '../post-links/look-up.ts';
import { noteDelivery } from './delivery.ts';
import type { Standing } from './situations.ts';
import { addTry, type Content, linkFor, noteTry, oweFirst } from './submissions.ts';

/** Changes of a move to its offer, beside the stage. */
type OfferChange = Partial<Pick<typeof offers.$inferInsert, 'fulfillmentId' | 'finalPostUrl'>>;

/** Does what a move brings with it: submissions, packages. The move is allowed. */
export async function applyEffects(
  writer: BrandWriter,
  standing: Standing,
  given: GivenMove & { told?: ToldPost | undefined },
  now: Date,
): Promise<OfferChange> {
  const { offer, current } = standing;
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
      return { fulfillmentId: await addTry(writer, standing, now, caption) };
    }
    case 'clear-caption':
      if (current !== null) await noteTry(writer, current.id, { acceptedAt: now });
      return {};
    case 'return-caption':
      if (current !== null) await noteTry(writer, current.id, { rejectedAt: now });
      return { fulfillmentId: null };
    case 'submit-draft':
      return submit(writer, standing, draftOf(given.input), now);
    case 'submit-link':
      return submit(writer, standing, await linkFor(writer, standing, given), now);
    case 'replace-draft':
      return replace(writer, standing, draftOf(given.input), now);
    case 'replace-link':
      return replace(writer, standing, await linkFor(writer, standing, given), now);
    case 'approve': {
      if (current === null) return {};
      await noteTry(writer, current.id, { acceptedAt: now });
      const { owed, finalPostUrl } = stageAfterAccept(current);
      return {
        ...(owed === null ? {} : { fulfillmentId: await addTry(writer, standing, now, owed) }),
        ...(finalPostUrl === undefined ? {} : { finalPostUrl }),
      };
    }
    case 'request-changes': {
      if (current === null) return {};
      await requireTemplates(writer.db, given.input.requestedChanges);
      await noteTry(writer, current.id, { rejectedAt: now, requestedChanges: given.input.requestedChanges });
      const { owed } = stageAfterReject(current);
      return owed === null ? {} : { fulfillmentId: await addTry(writer, standing, now, owed) };
    }
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

/** A draft that comes in the place of another has nothing of it. */
const unread = { durationMs: null, width: null, height: null, hasSound: null };

async function submit(writer: BrandWriter, standing: Standing, content: Content, now: Date): Promise<OfferChange> {
  const id = standing.current?.id ?? (await oweFirst(writer, standing, now));
  await noteTry(writer, id, { ...content, submittedAt: now });
  return { fulfillmentId: id };
}

/** An earlier submission stays as it was, undecided: a decision that was made on it names it and is refused. */
async function replace(writer: BrandWriter, standing: Standing, content: Content, now: Date): Promise<OfferChange> {
  const { evidenceType = 'VIDEO_WITH_CAPTION', rejectedFulfillmentId = null } = standing.current ?? {};
  const another = { ...content, evidenceType, rejectedFulfillmentId, submittedAt: now };
  return { fulfillmentId: await addTry(writer, standing, now, another) };
}
