import type { Changes } from '#contract/calls/changes.ts';
import { type EntityStore, rangeWithPrefix } from '#sw/database/schema.ts';
import type { CopyWrite } from './copy-write.ts';
import { prunePosts, putPosts } from './figures/posts.ts';
import { putCampaigns } from './records/campaigns.ts';
import { putDocument } from './records/documents.ts';
import { putOffers } from './records/offers.ts';
import { putPayments } from './records/payments.ts';

/** Stores a page of changes. Idempotent. */
export async function applyChanges(write: CopyWrite, changes: Changes): Promise<void> {
  const removed = (kind: Changes['removed'][number]['kind']) =>
    changes.removed.flatMap((removal) => (removal.kind === kind ? [removal.id] : []));
  const { brand, campaigns, offers, payments, posts, figures } = changes;
  await Promise.all([
    brand === null ? null : putDocument(write, 'brand', brand),
    putCampaigns(write, campaigns, removed('campaign')),
    putOffers(write, offers, removed('offer')),
    putPayments(write, payments, removed('payment')),
    putPosts(write, { posts, figures, removedIds: removed('post') }),
  ]);
}

/** Ids of all records of a complete copy, by kind; null for a kind that wasn't read completely. */
export type CompleteCopyIds = Readonly<Record<EntityStore | 'posts', ReadonlySet<string> | null>>;

/** Deletes records that a complete new copy lacks, since the feed never reported their removal. */
export async function pruneToCompleteCopy(write: CopyWrite, whole: CompleteCopyIds): Promise<void> {
  const { transaction, brandId } = write;
  const goneOf = async (store: EntityStore) => {
    const ids = whole[store];
    if (ids === null) return [];
    const keys = await transaction.objectStore(store).getAllKeys(rangeWithPrefix(brandId));
    return keys.map(([, id]) => id).filter((id) => !ids.has(id));
  };
  await Promise.all([
    goneOf('campaigns').then((ids) => putCampaigns(write, [], ids)),
    goneOf('offers').then((ids) => putOffers(write, [], ids)),
    goneOf('payments').then((ids) => putPayments(write, [], ids)),
    whole.posts === null ? null : prunePosts(write, whole.posts),
  ]);
}
