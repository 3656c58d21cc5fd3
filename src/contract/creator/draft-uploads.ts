import * as v from 'valibot';

/** Videos are uploaded with the tus protocol (https://tus.io/protocols/resumable-upload), at this path and below. */
export const uploadsPath = '/creator/v1.0/uploads';

/** Originals are downloaded below this path, from URLs returned by `linkOriginal`. */
export const originalsPath = '/brand/v1.0/originals/';

/** Maximum size of an upload. */
export const maxUploadBytes = 2_000_000_000;
/** Maximum size of a video's still. */
export const maxPosterBytes = 600_000;
/** Maximum length of a video. */
export const maxVideoMs = 10 * 60_000;

/** Decoded values of `Upload-Metadata`. Other values are ignored. */
export const uploadMetadataSchema = v.object({
  /** Name of the file on the creator's device. Only the last path segment is kept, without invisible characters. */
  filename: v.pipe(
    v.string(),
    // Removes control characters, direction marks and unpaired surrogates.
    v.transform((name) => name.replace(/^.*[\\/]/s, '').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')),
    v.transform((name) => (name.trim() === '' ? 'video' : [...name.trim()].slice(0, 200).join(''))),
  ),
  /** Identifies the content: only an upload with the same fingerprint is resumed. */
  fingerprint: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]{1,200}$/, 'Expected a fingerprint.'))),
  /** SHA-256 of the complete file, in hex. */
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Expected a SHA-256 in hex.'))),
  /** `1` if the browser has compressed the video. */
  rendition: v.optional(v.picklist(['0', '1'], 'Expected 0 or 1.')),
  /** If this file is an original: the id of the uploaded rendition that was made from it. */
  originalOf: v.optional(v.pipe(v.string(), v.regex(/^upl_[0-9A-Z]{26}$/, 'Expected the ID of an upload.'))),
});

export type UploadMetadata = v.InferOutput<typeof uploadMetadataSchema>;
