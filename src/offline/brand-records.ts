import type { BrandRecord, RecordRef } from '../contract/intent.ts';
import type { ChangedKind } from '../contract/worker-message.ts';
import type { CopyRead } from './copy-read.ts';
import type { CopyWrite } from './copy-write.ts';
import { readEntity } from './entities.ts';
import { offerKind, putOffers } from './offers.ts';

/** Kinds of data whose queries show records of a type. */
export const shownIn: Readonly<Record<BrandRecord['type'], readonly ChangedKind[]>> = {
  offer: offerKind.shownIn,
};

/** Stores a record as the server told it. */
export function putRecord(write: CopyWrite, record: BrandRecord): Promise<void> {
  return putOffers(write, [record.value]);
}

/** A record of the copy; null where it isn't stored. @throws {DamagedCopyError} */
export async function readRecord(read: CopyRead, { id }: RecordRef): Promise<BrandRecord | null> {
  const offer = await readEntity(read, offerKind, id);
  return offer && { type: 'offer', value: offer.value };
}
