import { eq } from 'drizzle-orm';
import { mediaMetadataSchema, mediaUploadsPath, storeUpload } from '#contract/brand/media-uploads.ts';
import { limits } from '#domain/shared/limits.ts';
import { type BrandScope, brandScope } from '#server/database/brand-scope.ts';
import { mediaUploads as rows } from '#server/database/tables/file-tables.ts';
import type { UploadStore } from '#server/services/files/transfers/upload-store.ts';
import {
  beginMediaUpload,
  dropMediaUpload,
  findMediaUpload,
  noteMediaReceived,
} from '#server/services/files/uploads/media-uploads.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import type { HttpDeps } from '../deps.ts';
import { type TusEndpoint, tusEndpoint } from '../files/tus-endpoint.ts';
import { requireBrand } from '../requests/access.ts';

/** Maximum calls per brand in 15 minutes; see creator-uploads.ts. */
const maxCalls = 6_000;
const idPattern = /^mup_[0-9A-Z]{26}$/;

/** Tus endpoint for pictures and videos of approved brands. `storeUpload` stores them. */
export function mediaUploads(deps: HttpDeps, store: UploadStore): TusEndpoint {
  const { db, log, now, observe } = deps;
  return tusEndpoint(
    { db, store, log, now, observe },
    {
      path: mediaUploadsPath,
      maxBytes: limits.upload.videoBytes,
      metadata: mediaMetadataSchema,
      async callerOf(c): Promise<BrandScope> {
        const { id } = await requireBrand(deps, storeUpload, c.req.raw.headers);
        await countAttempt(db, [{ subject: ['upload calls', id], max: maxCalls }], now());
        return brandScope(db, id);
      },
      begin: (scope, { sizeBytes, metadata: { destination } }) =>
        beginMediaUpload(scope, { destination, sizeBytes, now: now(), freeBytes: store.freeBytes }),
      async find(scope, id) {
        const row = idPattern.test(id) ? await findMediaUpload(scope, id) : null;
        return row && { ...row, isOpen: row.receivedBytes < row.sizeBytes };
      },
      noteReceived: ({ id }, receivedBytes) => noteMediaReceived(db, id, receivedBytes, now()),
      drop: (scope, id) => dropMediaUpload(scope, id, now()),
      async forget(scope, id) {
        await db.delete(rows).where(scope.own(rows, eq(rows.id, id)));
      },
    },
  );
}
