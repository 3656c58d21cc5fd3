import { and, eq, isNull } from 'drizzle-orm';
import { maxUploadBytes, uploadMetadataSchema, uploadsPath } from '#contract/creator/draft-uploads.ts';
import { type BrandScope, brandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { isCreatorBlocked } from '#server/services/creators/creators-of-offers.ts';
import { dropDraft } from '#server/services/drafts/state/drop-draft.ts';
import { beginUpload } from '#server/services/drafts/uploads/begin-upload.ts';
import { noteReceived } from '#server/services/drafts/uploads/receive.ts';
import type { UploadStore } from '#server/services/files/transfers/upload-store.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import type { HttpDeps } from '../deps.ts';
import { type TusEndpoint, tusEndpoint } from '../files/tus-endpoint.ts';
import { requireLink } from '../requests/access.ts';
import { addressReader } from '../requests/address.ts';

interface UploadDeps extends Pick<HttpDeps, 'db' | 'links' | 'log' | 'now' | 'trustedProxies' | 'observe'> {
  store: UploadStore;
}

interface Creator {
  offerId: string;
  scope: BrandScope;
}

/**
 * Maximum calls per offer in 15 minutes. A connection that breaks every five seconds takes 600, and 1 MB parts on a
 * fast one take a few thousand.
 */
const maxCalls = 6_000;
const idPattern = /^upl_[0-9A-Z]{26}$/;

/** Tus endpoint for a creator's videos, for the offer of their link. */
export function creatorUploads({ store, ...deps }: UploadDeps): TusEndpoint {
  const { db, log, now, observe } = deps;
  const { files, freeBytes } = store;
  const addressOf = addressReader(deps.trustedProxies);
  return tusEndpoint(
    { db, store, log, now, observe },
    {
      path: uploadsPath,
      maxBytes: maxUploadBytes,
      metadata: uploadMetadataSchema,
      async callerOf(c): Promise<Creator> {
        const { brandId, offerId } = await requireLink(deps, c.req.raw.headers, addressOf(c));
        await countAttempt(db, [{ subject: ['upload by link', offerId], max: maxCalls }], now());
        const scope = brandScope(db, brandId);
        // Checked on every call: an upload that began before the block must not accept more bytes.
        if (await isCreatorBlocked(scope, offerId)) {
          throw new ApiError('forbidden', 'Can’t upload: your account is blocked.');
        }
        return { offerId, scope };
      },
      begin: ({ scope, offerId }, given) => beginUpload(scope, { offerId, ...given, now: now(), freeBytes }),
      async find({ scope, offerId }, id) {
        if (!idPattern.test(id)) return null;
        const isIt = and(eq(draftUploads.id, id), eq(draftUploads.offerId, offerId), isNull(draftUploads.goneAt));
        const [row] = await db.select().from(draftUploads).where(scope.own(draftUploads, isIt));
        return row === undefined || row.state === 'FAILED' ? null : { ...row, isOpen: row.state === 'UPLOADING' };
      },
      noteReceived: (row, receivedBytes) => noteReceived({ db, files, now }, row, receivedBytes),
      drop: ({ scope, offerId }, uploadId) => dropDraft(scope, { offerId, uploadId, now: now() }),
      async forget({ scope }, id) {
        await db.delete(draftUploads).where(scope.own(draftUploads, eq(draftUploads.id, id)));
      },
    },
  );
}
