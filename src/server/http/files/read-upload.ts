import { uploadFiles } from '#contract/brand/storage.ts';
import { limits } from '#domain/shared/limits.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { SpoolDraft, SpooledFile, SpoolFolder } from '#server/services/files/stores/spool.ts';
import { base64Decoder } from '#server/services/files/uploads/base64-decoder.ts';
import { bodyChunks, requireJsonType } from '../requests/read-body.ts';
import { divertStrings } from './divert-strings.ts';

const { fileBytes: maxFileBytes, files: maxFiles } = limits.upload;
/** Limit for a body without its files' content. */
const maxOtherBytes = 65_536;

interface ParsedUpload {
  /** The body as JSON, with the index in `files` in place of each file's content. */
  body: unknown;
  files: SpooledFile[];
}

/**
 * Parses an upload's body and streams its files to disk, so that no file is ever entirely in memory.
 * @throws {ApiError} as soon as the body turns out to be invalid: 413 for a file or a body that is too large, 400 for
 * too many files and for invalid base64 or JSON, 415 without a JSON content type, 503 if the disk is full
 */
export async function readUpload(request: Request, folder: SpoolFolder): Promise<ParsedUpload> {
  const json = divertStrings('fileBase64', maxOtherBytes);
  const files: SpooledFile[] = [];
  let decoder = base64Decoder();
  let draft: SpoolDraft | null = null;

  const refuse = (error: ApiError) => {
    const { code, message, extras } = error;
    return new ApiError(code, message, { ...extras, issues: [{ path: `body.files.${files.length}`, message }] });
  };
  async function write(file: SpoolDraft, decode: () => Buffer): Promise<void> {
    try {
      const bytes = decode();
      if (file.sizeBytes + bytes.length > maxFileBytes) throw new ApiError('payload_too_large', 'File is too large');
      await file.write(bytes);
    } catch (error) {
      throw error instanceof ApiError && error.code !== 'unavailable' ? refuse(error) : error;
    }
  }

  let isFirst = true;
  for await (const chunk of bodyChunks(request, uploadFiles.bodyBytes)) {
    if (isFirst) requireJsonType(request);
    isFirst = false;
    for (const piece of json.read(chunk)) {
      if (piece.kind === 'start') {
        if (files.length >= maxFiles) throw tooManyFiles();
        [decoder, draft] = [base64Decoder(), await folder.begin()];
      } else if (draft !== null && piece.kind === 'text') {
        await write(draft, () => decoder.decode(piece.text));
      } else if (draft !== null) {
        await write(draft, () => decoder.end());
        files.push(await draft.end());
      }
    }
  }
  return { body: isFirst ? undefined : json.value(), files };
}

function tooManyFiles(): ApiError {
  const message = `Expected at most ${maxFiles} files.`;
  return new ApiError('invalid_request', message, { issues: [{ path: 'body.files', message }] });
}
