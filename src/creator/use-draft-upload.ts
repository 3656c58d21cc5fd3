import { useEffect, useState } from 'react';
import type { DraftState, OriginalState } from '#contract/creator/creator.ts';
import { useStore } from '#store/use-store.ts';
import { createDraftUpload, type DraftUpload } from './upload/draft-upload.ts';
import type { UploadState } from './upload/state.ts';

/** Holds one upload per link, so that it continues when the page changes screens. */
function uploadsByLink(): (token: string) => DraftUpload {
  const uploads = new Map<string, DraftUpload>();
  return (token) => {
    const upload = uploads.get(token) ?? createDraftUpload({ token });
    uploads.set(token, upload);
    return upload;
  };
}

const draftUploadOf = uploadsByLink();
const originalUploadOf = uploadsByLink();

interface UploadView {
  upload: DraftUpload;
  state: UploadState;
  /** Id of an upload that is complete on the server and ready to submit. */
  readyId: string | null;
  /** True if the server has part of a video that this browser hasn't stored, so the creator has to pick it again. */
  isLost: boolean;
}

/**
 * The upload of a draft's video. An upload from an earlier visit resumes automatically.
 * @param draft the server's state of the draft
 */
export const useDraftUpload = (token: string, draft: DraftState | null): UploadView =>
  useUpload(draftUploadOf(token), draft);

/**
 * The original of a draft. Its upload starts automatically if this page compressed the draft and still has the file.
 * @param original the server's state of the original
 */
export function useOriginalUpload(token: string, original: OriginalState): UploadView {
  const uploading = useUpload(originalUploadOf(token), original);
  const { upload } = uploading;
  const owedOf = original.state === 'owed' ? original.draftId : null;
  useEffect(() => {
    const file = owedOf === null ? null : draftUploadOf(token).takeSource(owedOf);
    if (file !== null && owedOf !== null) upload.pick(file, null, owedOf);
  }, [token, upload, owedOf]);
  return uploading;
}

function useUpload(upload: DraftUpload, known: DraftState | OriginalState | null): UploadView {
  const state = useStore(upload);
  const [lostId, setLostId] = useState<string | null>(null);
  const begun = known?.state === 'uploading' ? known : null;
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

  // The upload was submitted or stored, here or elsewhere, so the next one starts from scratch.
  const doneId = state.step === 'done' ? state.uploadId : null;
  const isTaken =
    known?.state === 'kept' || (known?.state !== 'uploading' && known?.state !== 'owed' && known?.uploadId === doneId);
  useEffect(() => {
    if (doneId !== null && isTaken) upload.cancel();
  }, [doneId, isTaken, upload]);

  return {
    upload,
    state,
    readyId: doneId ?? (isWhole && state.step === 'idle' ? begun.uploadId : null),
    isLost: lostId !== null && lostId === resumableId,
  };
}
