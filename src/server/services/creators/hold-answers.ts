import type { CreatorOffer } from '#contract/creator/creator.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { holdAnswers } from '#server/database/tables/hold-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import { type Hold, readOpenHold } from '../ledger/holds.ts';
import { noteLinkUse } from './link-generations.ts';
import { readCreatorOffer } from './offer-view.ts';
import type { CreatorSession } from './use-link.ts';

/** Maximum number of answers to one hold. The team reads each one, so a leaked link mustn't flood them. */
const maxAnswers = 20;

/**
 * Stores an answer to a hold; this counts as a use of the link.
 * @throws {ApiError} 409 if the hold was released or replaced, or has too many answers
 */
export async function answerHold(
  writer: BrandWriter,
  creator: CreatorSession,
  { holdId, text, now }: { holdId: string; text: string; now: Date },
): Promise<CreatorOffer> {
  const { offerId } = creator;
  // The writer's lock on the brand keeps the team from releasing the hold concurrently.
  const hold = await readOpenHold(writer, offerId);
  const refusal = refusalFor(hold, holdId);
  if (refusal !== null) {
    const offer = await readCreatorOffer(writer, offerId, now);
    throw new ApiError('move_refused', refusal, { body: { offer } });
  }
  await writer.db.insert(holdAnswers).values({ id: newId('han', now), holdId, text, at: now });
  await noteLinkUse(writer, creator);
  return readCreatorOffer(writer, offerId, now);
}

function refusalFor(hold: Hold | null, holdId: string): string | null {
  if (hold === null) return 'Your earnings are no longer on hold, so your reply wasn’t sent.';
  if (hold.id !== holdId) return 'The reason has changed, so your reply wasn’t sent. Please read it again.';
  return hold.answers.length < maxAnswers ? null : `You can send up to ${maxAnswers} replies. We’ll get back to you.`;
}
