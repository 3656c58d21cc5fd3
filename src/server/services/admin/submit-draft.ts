import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { and, eq, isNull } from 'drizzle-orm';
import type { Offer } from '#contract/offer.ts';
import { ApiError } from '#server/api-error.ts';
import { CommandError } from '#server/command-error.ts';
import { type BrandScope, brandScope, writeBrand } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/draft-tables.ts';
import { offers } from '#server/database/tables.ts';
import { beginUpload } from '../drafts/begin-upload.ts';
import { dropDraft } from '../drafts/drop-draft.ts';
import { orderDraft } from '../drafts/order-draft.ts';
import { probeDraft } from '../drafts/probe.ts';
import { noteReceived } from '../drafts/receive.ts';
import { DraftRefusedError } from '../drafts/refused.ts';
import { inWorkFolder, localCopy } from '../drafts/work-folder.ts';
import { uploadLocks } from '../files/transfers/upload-locks.ts';
import { keyOf, type UploadStore } from '../files/transfers/upload-store.ts';
import { filesUnavailable } from '../files/unavailable.ts';
import { requireMove } from '../moves/make-move.ts';
import { readOffer } from '../moves/offers.ts';
import type { AdminContext } from './brands.ts';

interface SubmitContext extends AdminContext {
  uploadStore(): Promise<UploadStore>;
}

interface GivenDraft {
  offerId: string;
  /** The file's, for people. */
  name: string;
  /** Size of the file when it was found. */
  sizeBytes: number;
  caption: string | null;
}

/**
 * Hands a draft in for its creator, by the same way as the creator's own: it is stored, read, and its rendition ordered. The
 * offer moves once that is ready.
 * @returns the offer as it is until then
 * @throws {CommandError} if there is no such offer, it waits for no draft, or the file can't be used; nothing has changed then
 */
export async function submitDraft(
  { uploadStore, ...context }: SubmitContext,
  given: GivenDraft,
  file: AsyncIterable<Uint8Array>,
): Promise<Offer> {
  const store = await uploadStore();
  try {
    return await submit({ ...context, store }, given, file);
  } catch (error) {
    if (error instanceof ApiError || error instanceof DraftRefusedError) throw new CommandError(error.message);
    throw error;
  } finally {
    store.close();
  }
}

async function submit(
  { db, now, store }: AdminContext & { store: UploadStore },
  { offerId, name: filename, sizeBytes, caption }: GivenDraft,
  file: AsyncIterable<Uint8Array>,
): Promise<Offer> {
  const [offer] = await db.select({ brandId: offers.brandId }).from(offers).where(eq(offers.id, offerId));
  if (offer === undefined) throw new CommandError(`There is no offer ${offerId}.`);
  const scope = brandScope(db, offer.brandId);
  await requireNoneOfCreator(scope, offerId);
  const uploadId = await beginUpload(scope, {
    ...{ offerId, by: 'provider', sizeBytes, metadata: { filename }, now: now(), freeBytes: store.freeBytes },
  });
  try {
    const release = await uploadLocks({ db, table: store.kind.table, now }).take(uploadId, () => {});
    try {
      await storeFile(store, { uploadId, sizeBytes, file });
    } finally {
      await release();
    }
    await noteReceived(
      { db, files: store.files, now },
      { id: uploadId, sizeBytes, sha256: null, originalOf: null },
      sizeBytes,
    );
    await readWhatItHolds(store, uploadId);
    return await writeBrand(scope, async (writer) => {
      await requireMove(writer, { move: 'submit-draft', offerId, by: 'provider', now: now() });
      await requireNoneOfCreator(writer, offerId);
      await orderDraft(writer, { offerId, uploadId, caption, move: 'submit-draft', now: now() });
      return readOffer(writer, offerId);
    });
  } catch (error) {
    await dropDraft(scope, { offerId, uploadId, now: now() });
    throw error;
  }
}

/** A second order takes the place of the first, and a creator's own draft is not the provider's to replace. */
async function requireNoneOfCreator({ db, own }: BrandScope, offerId: string): Promise<void> {
  const isPrepared = and(
    eq(draftUploads.offerId, offerId),
    isNull(draftUploads.goneAt),
    eq(draftUploads.state, 'ORDERED'),
  );
  const [row] = await db
    .select({ id: draftUploads.id })
    .from(draftUploads)
    .where(own(draftUploads, isPrepared, eq(draftUploads.orderedBy, 'creator')));
  if (row !== undefined) throw new CommandError('Can’t submit a draft: the creator’s own draft is being processed.');
}

/** @throws {CommandError} if the file's length has changed */
async function storeFile(
  { data, kind }: UploadStore,
  { uploadId, sizeBytes, file }: { uploadId: string; sizeBytes: number; file: AsyncIterable<Uint8Array> },
): Promise<void> {
  let readBytes = 0;
  async function* bytes() {
    for await (const chunk of file) {
      readBytes += chunk.length;
      if (readBytes > sizeBytes) return;
      yield chunk;
    }
  }
  try {
    await data.create(new Upload({ id: keyOf(kind, uploadId), size: sizeBytes, offset: 0 }));
    await data.write(Readable.from(bytes()), keyOf(kind, uploadId), 0);
  } catch (error) {
    // On a full disk tus throws an object that is no Error.
    throw error instanceof Error ? error : filesUnavailable();
  }
  if (readBytes !== sizeBytes) throw new CommandError('The file changed while it was read. Please try again.');
}

/** A file that can't be used is refused at once. */
async function readWhatItHolds({ files }: UploadStore, uploadId: string): Promise<void> {
  const path = files.pathOf(uploadId);
  if (path !== null) await probeDraft(path);
  else {
    const { signal } = new AbortController();
    await inWorkFolder(tmpdir(), async (folder) => probeDraft(await localCopy(files, uploadId, { folder, signal })));
  }
}
