import * as v from 'valibot';
import { base64Length, uploadLimits } from '../wire/bounds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { destinationSchema } from './media-uploads.ts';

const file = v.object({
  fileBase64: v.pipe(v.string(), v.minLength(1), v.maxLength(14_000_000)),
  filename: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  mime: v.pipe(v.string(), v.minLength(1), v.maxLength(127)),
});

export const uploadFiles = endpoint({
  method: 'POST',
  path: '/brand/v1.0/storage/upload',
  summary: 'Uploads files to a destination, and returns their URLs in the same order.',
  access: 'approved',
  body: v.object({
    destinationPath: destinationSchema,
    files: v.pipe(v.array(file), v.minLength(1), v.maxLength(uploadLimits.files)),
  }),
  // All files, plus an eighth for the other fields and for escapes, since some JSON writers escape each `/`.
  bodyBytes: uploadLimits.files * base64Length(uploadLimits.fileBytes) * 1.125,
  answer: v.object({ urls: v.array(v.object({ url: v.string(), mime: v.string() })) }),
  errors: ['payload_too_large', 'unsupported_media_type'],
});
