import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { and, eq, isNull } from 'drizzle-orm';
import type { Offer } from '#contract/brand/offer.ts';
import { type BrandScope, brandScope, writeBrand } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { probeDraft } from '#server/services/drafts/media/probe.ts';
import { inWorkFolder, localCopy } from '#server/services/drafts/renditions/work-folder.ts';
import { dropDraft } from '#server/services/drafts/state/drop-draft.ts';
import { DraftRefusedError } from '#server/services/drafts/state/refused.ts';
import { requestRendition } from '#server/services/drafts/state/request-rendition.ts';
import { beginUpload } from '#server/services/drafts/uploads/begin-upload.ts';
import { noteReceived } from '#server/services/drafts/uploads/receive.ts';
import { filesUnavailable } from '#server/services/files/stores/unavailable.ts';
import { uploadLocks } from '#server/services/files/transfers/upload-locks.ts';
import { keyOf, type UploadStore } from '#server/services/files/transfers/upload-store.ts';
import { requireMove } from '#server/services/moves/make-move.ts';
import { readOffer } from '#server/services/moves/state/offers.ts';
import type { AdminContext } from '../shared/brands.ts';

interface SubmitContext extends AdminContext {
  uploadStore(): Promise<UploadStore>;
}

interface GivenDraft {
  offerId: string;
  /** The file's display name. */
  name: string;
  /** Size of the file before it is read. */
  sizeBytes: number;
  caption: string | null;
}

/**
 * Submits a draft on behalf of its creator, in the same steps as a creator's upload: the file is stored and probed, and
 * its rendition requested. The offer moves once the rendition is ready.
 * @returns the offer's current state
 * @throws {CommandError} if there is no such offer, it doesn't wait for a draft, or the file can't be used; nothing is
 * changed then
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
      await requestRendition(writer, { offerId, uploadId, caption, move: 'submit-draft', now: now() });
      return readOffer(writer, offerId);
    });
  } catch (error) {
    await dropDraft(scope, { offerId, uploadId, now: now() });
    throw error;
  }
}

/** Refuses if the creator has submitted a draft, since a second rendition request would replace it. */
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
    // On a full disk, tus throws an object that isn't an Error.
    throw error instanceof Error ? error : filesUnavailable();
  }
  if (readBytes !== sizeBytes) throw new CommandError('The file changed while it was being read. Please try again.');
}

/** Probes the file before it is queued, so that an unusable one is refused immediately. */
async function readWhatItHolds({ files }: UploadStore, uploadId: string): Promise<void> {
  const path = files.pathOf(uploadId);
  if (path !== null) await probeDraft(path);
  else {
    const { signal } = new AbortController();
    await inWorkFolder(tmpdir(), async (folder) => probeDraft(await localCopy(files, uploadId, { folder, signal })));
  }
}
