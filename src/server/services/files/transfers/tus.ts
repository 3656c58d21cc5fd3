import { ERRORS, Server } from '@tus/server';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { filesUnavailable } from '../stores/unavailable.ts';
import type { UploadLocks } from './upload-locks.ts';
import { keyOf, type UploadStore } from './upload-store.ts';

interface TusCall {
  uploadId: string;
  /** Called when another request wants the upload and this one has to end. */
  onUnwanted(): void;
}

/** The protocol, between a request that was looked at and the store. */
export interface Tus {
  /**
   * Lets tus answer a POST, HEAD or PATCH. The upload is the call's, whatever the address says.
   * @returns its answer, never an error's
   * @throws {ApiError} 404, 409, 413, or 503 where the store fails
   */
  handle(request: Request, call: TusCall): Promise<Response>;
}

interface TusDeps {
  store: Pick<UploadStore, 'data' | 'kind'>;
  /** Path of the calls. */
  path: string;
  /** The largest file that is taken. */
  mostBytes: number;
  locks: UploadLocks;
  /** Called with failures of the store. */
  onTrouble(error: unknown): void;
}

export function tus({ store, path, mostBytes, locks, onTrouble }: TusDeps): Tus {
  const calls = new WeakMap<object, TusCall>();
  const failures = new WeakMap<object, unknown>();
  const server = new Server({
    path,
    datastore: store.data,
    maxSize: mostBytes,
    relativeLocation: true,
    // Its headers for other origins are dropped with all others; this is in case.
    allowedOrigins: () => false,
    // Bodies end by themselves once they are unwanted.
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

/** Refusals of tus in our words; null for its failures. */
function errorOf(failure: unknown, status: number): ApiError | null {
  if (failure === ERRORS.FILE_NOT_FOUND || failure === ERRORS.FILE_NO_LONGER_EXISTS) return gone();
  if (status === ERRORS.INVALID_OFFSET.status_code) return otherOffset();
  if (status === ERRORS.ERR_SIZE_EXCEEDED.status_code) return tooMuch();
  return failure === ERRORS.ABORTED ? otherOffset() : null;
}

function troubled(failure: unknown, onTrouble: TusDeps['onTrouble']): ApiError {
  onTrouble(failure);
  return filesUnavailable();
}

const otherOffset = () => new ApiError('upload_conflict', 'The upload is out of sync. Please try again.');

/** More came than the upload was said to have. */
export const tooMuch = () =>
  new ApiError('payload_too_large', 'The upload is larger than expected. Please choose the file again.');
