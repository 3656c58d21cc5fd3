import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import type { CreatorOffer, OriginalState } from '#contract/creator/creator.ts';
import { offerKey } from '../data/queries.ts';
import { Notice } from '../parts/Notice.tsx';
import { useOriginalUpload } from '../use-draft-upload.ts';
import { useDropUpload } from '../use-drop-upload.ts';
import { LostNotice } from './dialogs/LostNotice.tsx';
import classes from './StepCard.module.css';
import { UploadProgress } from './UploadProgress.tsx';
import { VideoButton } from './VideoButton.tsx';

interface Props {
  token: string;
  original: OriginalState;
  brand: CreatorOffer['brand'];
}

/** A draft's original file: uploading, still missing, or uploaded. The brand reviews the draft regardless. */
export function OriginalPart({ token, original, brand }: Props) {
  const id = useId();
  const { upload, state, isLost } = useOriginalUpload(token, original);
  const dropUpload = useDropUpload(token);
  const client = useQueryClient();
  const isSent = state.step === 'done';
  useEffect(() => {
    if (isSent) void client.invalidateQueries({ queryKey: offerKey });
  }, [isSent, client]);

  const leaveOut = () => {
    const begunId = upload.cancel() ?? (original.state === 'uploading' ? original.uploadId : null);
    if (begunId !== null) dropUpload(begunId);
  };
  const pick = (file: File | null) => {
    const draftId =
      original.state === 'owed' ? original.draftId : 'originalOf' in original ? original.originalOf : null;
    if (file !== null && draftId !== null) upload.pick(file, original, draftId);
  };
  const isThere = original.state === 'kept' || original.state === 'processing';
  return (
    <section aria-labelledby={id} className={classes.stack}>
      <h3 id={id}>Original file</h3>
      {/* The live region must exist before its text, or screen readers don't announce it. */}
      <div className={classes.live} role="status">
        {original.state === 'kept' && <Notice icon="check">Original sent: {original.name}</Notice>}
        {original.state === 'processing' && <Notice icon="clock">Original uploaded. We’re checking it.</Notice>}
      </div>
      {isThere ? null : state.step === 'idle' ? (
        <>
          {original.state === 'failed' && (
            <Notice icon="alert" tone="red">
              {original.reason}
            </Notice>
          )}
          {isLost && original.state === 'uploading' && <LostNotice upload={original} />}
          {original.state === 'owed' && (
            <p>Your draft was sent. {brand.name} also asks for the original file from your device.</p>
          )}
          <div className={classes.choices}>
            <VideoButton label={isLost ? 'Choose the file again' : 'Send the original'} onPick={pick} />
            {isLost && (
              <Button onClick={leaveOut} variant="subtle">
                Skip
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <p>Your draft was sent. Keep this page open until the original is uploaded.</p>
          <UploadProgress
            cancelLabel="Skip"
            doneText="Uploaded."
            onCancel={leaveOut}
            onPick={pick}
            state={state}
            upload={upload}
          />
        </>
      )}
    </section>
  );
}
