import * as v from 'valibot';

/** Videos are handed over by the tus protocol (https://tus.io/protocols/resumable-upload), at this path and below. */
export const uploadsPath = '/creator/v1.0/uploads';

/** Originals are downloaded below this path, by addresses that `linkOriginal` answers. */
export const originalsPath = '/brand/v1.0/originals/';

/** The largest file that is taken. */
export const mostUploadBytes = 2_000_000_000;
/** The largest still of a video that is taken. */
export const mostPosterBytes = 600_000;
/** The longest video that is taken. */
export const mostVideoMs = 10 * 60_000;

/** The values of `Upload-Metadata`, decoded. Others than these are ignored. */
export const uploadMetadataSchema = v.object({
  /** Name of the file on the creator's device. Only its last part is kept, without characters that can't be shown. */
  filename: v.pipe(
    v.string(),
    // Removes control characters, marks of writing direction and unpaired surrogates.
    v.transform((name) => name.replace(/^.*[\\/]/s, '').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')),
    v.transform((name) => (name.trim() === '' ? 'video' : [...name.trim()].slice(0, 200).join(''))),
  ),
  /** Identifies the content: only an upload with the same fingerprint is resumed. */
  fingerprint: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]{1,200}$/, 'Expected a fingerprint.'))),
  /** SHA-256 of the whole, in hex. */
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Expected a SHA-256 in hex.'))),
  /** `1` if the browser reduced the video. */
  rendition: v.optional(v.picklist(['0', '1'], 'Expected 0 or 1.')),
  /** The id of an uploaded rendition, if this file is the original that it was made from. */
  originalOf: v.optional(v.pipe(v.string(), v.regex(/^upl_[0-9A-Z]{26}$/, 'Expected the ID of an upload.'))),
});

export type UploadMetadata = v.InferOutput<typeof uploadMetadataSchema>;
