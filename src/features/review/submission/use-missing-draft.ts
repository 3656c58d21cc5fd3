import { useOnline } from '#api/sync-status.ts';
import { useKeptDraft } from '#app/device/kept-drafts.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { missingText } from './kept-words.ts';

/** Text for a draft that can't be watched now, because the device is offline and doesn't have it; null if it can. */
export function useMissingDraft(offer: Offer): string | null {
  const online = useOnline();
  const kept = useKeptDraft(offer);
  return online || kept === null ? null : missingText(kept);
}
