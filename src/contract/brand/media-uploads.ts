import * as v from 'valibot';
import { uploadLimits } from '../wire/bounds.ts';
import { endpoint } from '../wire/endpoint.ts';

/** Brands upload files with the tus protocol (https://tus.io/protocols/resumable-upload), at this path and below. */
export const mediaUploadsPath = '/brand/v1.0/storage/uploads';

/** Purpose of an uploaded file: a brand's icon, or an example in a campaign's brief. */
export const destinationSchema = v.picklist(['brand/profile-picture/', 'campaigns/media']);

/** Decoded values of `Upload-Metadata`. Other values are ignored. */
export const mediaMetadataSchema = v.object({ destination: destinationSchema });

export const storeUpload = endpoint({
  method: 'POST',
  path: '/brand/v1.0/storage/files',
  summary:
    'Stores a file that was uploaded by the tus protocol, and returns its URL. A repeated call returns the same.',
  access: 'approved',
  body: v.object({ uploadId: v.pipe(v.string(), v.regex(/^mup_[0-9A-Z]{26}$/, 'Expected the ID of an upload.')) }),
  answer: v.object({ url: v.string(), mime: v.string() }),
  errors: ['not_found', 'upload_conflict', 'payload_too_large', 'unsupported_media_type', 'unavailable'],
});

/** Maximum file size for a destination, in bytes; the limit for pictures is {@link uploadLimits.fileBytes}. */
export const maxBytesAt = (destination: v.InferOutput<typeof destinationSchema>): number =>
  destination === 'campaigns/media' ? uploadLimits.videoBytes : uploadLimits.fileBytes;
