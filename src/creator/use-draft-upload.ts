import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DraftState } from '#contract/creator.ts';
import { createDraftUpload, type DraftUpload } from './upload/draft-upload.ts';
import type { UploadState } from './upload/state.ts';

/** One for each link: an upload goes on whatever the page shows meanwhile. */
const uploads = new Map<string, DraftUpload>();

function uploadOf(token: string): DraftUpload {
  const upload = uploads.get(token) ?? createDraftUpload({ token });
  uploads.set(token, upload);
  return upload;
}

interface Uploading {
  upload: DraftUpload;
  state: UploadState;
  /** The upload that the server has whole, to be handed in. */
  readyId: string | null;
  /** The server has a part of a video that this browser hasn't kept: its creator has to choose it again. */
  isLost: boolean;
}

/**
 * The video that is on its way to the server; what an earlier visit has begun goes on by itself.
 * @param draft what the server has of it
 */
export function useDraftUpload(token: string, draft: DraftState | null): Uploading {
  const upload = uploadOf(token);
  const state = useSyncExternalStore(upload.subscribe, upload.getState);
  const [lostId, setLostId] = useState<string | null>(null);
  const begun = draft?.state === 'uploading' ? draft : null;
  const isWhole = begun !== null && begun.receivedBytes === begun.sizeBytes;
  const resumableId = begun !== null && !isWhole && state.step === 'idle' ? begun.uploadId : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each upload is resumed once, not with every byte more
  useEffect(() => {
    if (begun === null || resumableId === null) return;
    upload.resume(begun).then(
      (isKept) => !isKept && setLostId(resumableId),
      () => setLostId(resumableId),
    );
  }, [upload, resumableId]);

  // It was handed in, here or elsewhere: the next one begins anew.
  const doneId = state.step === 'done' ? state.uploadId : null;
  const isHandedIn = doneId !== null && draft?.uploadId === doneId && draft.state !== 'uploading';
  useEffect(() => {
    if (isHandedIn) upload.cancel();
  }, [isHandedIn, upload]);

  return {
    upload,
    state,
    readyId: doneId ?? (isWhole && state.step === 'idle' ? begun.uploadId : null),
    isLost: lostId !== null && lostId === resumableId,
  };
}
