import { isBrandSession, readSession } from '#api/session/session.ts';
import { sendToWorker } from '#api/worker-link.ts';
import type { Offer } from '#contract/brand/offer.ts';
import type { KeptDraft, KeptDrafts } from '#contract/worker/kept-drafts.ts';
import { draftVideo, fileAddress } from '#domain/drafts/draft-file.ts';
import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

const current = createStore<KeptDrafts | null>(null, () => {
  // The worker may have broadcast the drafts' state before this page subscribed.
  void sendToWorker({ type: 'get-drafts' });
});

/** Stores the worker's report on the drafts, unless it's for another brand. */
export function setKeptDrafts(drafts: KeptDrafts | null): void {
  const session = readSession();
  const isOwn = drafts !== null && isBrandSession(session) && session.brandId === drafts.brandId;
  current.write(isOwn ? drafts : null);
}

/** Drafts on this device; null without a worker, or before its first report. */
export const useKeptDrafts = (): KeptDrafts | null => useStore(current);

/** State of an offer's draft on this device; null if it's unknown, or the offer has no draft in review. */
export function useKeptDraft(offer: Offer): KeptDraft | null {
  const kept = useKeptDrafts();
  const video = draftVideo(offer);
  const address = video === null ? null : fileAddress(video, window.location.origin);
  return kept?.drafts.find((draft) => draft.offerId === offer.id && draft.address === address) ?? null;
}
