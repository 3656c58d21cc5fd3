import { Metadata } from '@tus/server';
import * as v from 'valibot';
import { ApiError } from '#server/errors/api-error.ts';

/** The protocol's only version. */
export const tusVersion = '1.0.0';
const maxMetadataCharacters = 4_096;

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Expected a whole number.'), v.transform(Number));
const version = v.literal(tusVersion, `Expected ${tusVersion}.`);
const notTaken = v.optional(v.never('Not supported.'));

/** The header's pairs, decoded. `filename` is empty by default. */
const pairs = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(maxMetadataCharacters, 'Too long.')), ''),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    if (dataset.value.trim() === '') return {};
    try {
      const pairs = Object.entries(Metadata.parse(dataset.value));
      return Object.fromEntries(pairs.filter(([, value]) => value !== null));
    } catch {
      addIssue({ message: 'Expected pairs of a key and a Base64 value.' });
      return NEVER;
    }
  }),
  v.transform((given): unknown => ({ filename: '', ...given })),
);

/** Headers of calls that create an upload. `patchHeaders` are for calls that send bytes, `anyHeaders` for all others. */
export const createHeaders = v.object({
  'tus-resumable': version,
  'upload-length': wholeNumber,
  'upload-defer-length': notTaken,
  'upload-concat': notTaken,
  'upload-metadata': pairs,
});
export const anyHeaders = v.object({ 'tus-resumable': version });
export const patchHeaders = v.object({
  'tus-resumable': version,
  'upload-offset': wholeNumber,
  'content-length': v.optional(wholeNumber),
});

/**
 * Parses a call's headers.
 * @throws {ApiError} 400 listing missing and invalid headers
 */
export function parseHeaders<S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  headers: Headers,
): v.InferOutput<S> {
  return parse(schema, Object.fromEntries(headers), 'headers');
}

/**
 * Parses `Upload-Metadata`.
 * @throws {ApiError} 400 listing missing and invalid values
 */
export const parseMetadata = <S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> =>
  parse(schema, given, 'headers.upload-metadata');

function parse<S extends v.GenericSchema>(schema: S, given: unknown, at: string): v.InferOutput<S> {
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  const issues = result.issues.map((issue) => ({
    path: `${at}.${v.getDotPath(issue) ?? ''}`,
    message: issue.kind === 'schema' && issue.received === 'undefined' ? 'Expected a value.' : issue.message,
  }));
  throw new ApiError('invalid_request', 'The request isn’t valid.', {
    issues,
    headers: { 'Tus-Version': tusVersion },
  });
}

/** @throws {ApiError} 415 for another content type */
export function requireBytes(headers: Headers): void {
  if (headers.get('Content-Type') === 'application/offset+octet-stream') return;
  throw new ApiError('unsupported_media_type', 'Expected application/offset+octet-stream.');
}
