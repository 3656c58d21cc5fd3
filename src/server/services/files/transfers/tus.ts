import { ERRORS, Server } from '@tus/server';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { filesUnavailable } from '../stores/unavailable.ts';
import type { UploadLocks } from './upload-locks.ts';
import { keyOf, type UploadStore } from './upload-store.ts';

interface TusCall {
  uploadId: string;
  /** Called when another request wants the upload, so this one has to end. */
  onUnwanted(): void;
}

/** Runs the tus protocol between a validated request and the store. */
export interface Tus {
  /**
   * Handles a POST, HEAD or PATCH with tus. The call determines the upload, regardless of the URL.
   * @returns a successful response
   * @throws {ApiError} 404, 409, 413, or 503 if the store fails
   */
  handle(request: Request, call: TusCall): Promise<Response>;
}

interface TusDeps {
  store: Pick<UploadStore, 'data' | 'kind'>;
  /** URL path of the endpoint. */
  path: string;
  /** Maximum size of an upload. */
  maxBytes: number;
  locks: UploadLocks;
  /** Called with failures of the store. */
  onTrouble(error: unknown): void;
}

export function tus({ store, path, maxBytes, locks, onTrouble }: TusDeps): Tus {
  const calls = new WeakMap<object, TusCall>();
  const failures = new WeakMap<object, unknown>();
  const server = new Server({
    path,
    datastore: store.data,
    maxSize: maxBytes,
    relativeLocation: true,
    // A safeguard: the CORS headers of tus are already dropped along with its other headers.
    allowedOrigins: () => false,
    // Short, because `onUnwanted` ends the request's body anyway.
    lockDrainTimeout: 1_000,
    namingFunction: (request) => keyOf(store.kind, calls.get(request)?.uploadId ?? ''),
    getFileIdFromRequest: (request) => keyOf(store.kind, calls.get(request)?.uploadId ?? ''),
    locker: (request) => ({
      newLock() {
        let release = async () => {};
        return {
          async lock(_signal, cancel) {
            const call = calls.get(request);
            release = await locks.take(call?.uploadId ?? '', () => {
              call?.onUnwanted();
              void cancel();
            });
          },
          unlock: () => release(),
        };
      },
    }),
    onResponseError(request, error) {
      failures.set(request, error);
      return undefined;
    },
  });
  return {
    async handle(request, call) {
      calls.set(request, call);
      const answer = await server.handleWeb(request);
      if (answer.ok) return answer;
      const failure = failures.get(request);
      if (failure instanceof ApiError) throw failure;
      throw errorOf(failure, answer.status) ?? troubled(failure, onTrouble);
    },
  };
}

const gone = () => notFound('This upload no longer exists. Please choose the file again.');

/** Maps refusals by tus to our errors; null for failures. */
function errorOf(failure: unknown, status: number): ApiError | null {
  if (failure === ERRORS.FILE_NOT_FOUND || failure === ERRORS.FILE_NO_LONGER_EXISTS) return gone();
  if (status === ERRORS.INVALID_OFFSET.status_code) return otherOffset();
  if (status === ERRORS.ERR_SIZE_EXCEEDED.status_code) return tooManyBytes();
  return failure === ERRORS.ABORTED ? otherOffset() : null;
}

function troubled(failure: unknown, onTrouble: TusDeps['onTrouble']): ApiError {
  onTrouble(failure);
  return filesUnavailable();
}

const otherOffset = () => new ApiError('upload_conflict', 'The upload is out of sync. Please try again.');

/** Returns the error for a request that sends more bytes than the upload's declared size. */
export const tooManyBytes = () =>
  new ApiError('payload_too_large', 'The upload is larger than expected. Please choose the file again.');
