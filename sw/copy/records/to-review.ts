import { canReview } from '#domain/offer-stage.ts';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema } from '#sw/database/schema.ts';
import { DamagedCopyError, readCopy } from '../copy-read.ts';
import type { Overlay } from '../overlay.ts';
import { syncOf } from '../sync-row.ts';
import { readEntities, readListIds } from './entities.ts';
import { offerKind } from './offers.ts';

interface Question {
  brandId: string;
  /** The brand's intents. */
  overlay: Overlay;
}

/**
 * Counts the copy's submissions that wait for the brand, without those that were decided and wait to be sent. A
 * refused decision leaves its submission waiting. Null where the copy can't tell.
 */
export async function countToReview(
  copy: Connection<CopySchema>,
  { brandId, overlay }: Question,
): Promise<number | null> {
  try {
    return await readCopy(copy, brandId, async (read) => {
      if (!(await syncOf(read)).complete) return null;
      // The list's row is asked, so that only offers are read that still need a decision, however many others there are.
      const wanted = [undefined, ['AWAITING_EVIDENCE_CLEARANCE']];
      const ids = await readListIds(read, offerKind.store, wanted, overlay.settled('offer').map(offerKind.entryOf));
      const undecided = ids.filter((id) => !overlay.isWaiting('offer', id));
      const offers = await readEntities(read, offerKind, undecided);
      if (offers === null) return null;
      const shown = offers.map((offer) => overlay.show('offer', offer));
      return shown.filter(canReview).length;
    });
  } catch (error) {
    if (error instanceof DamagedCopyError) return null;
    throw error;
  }
}
