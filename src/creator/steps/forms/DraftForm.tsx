import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CreatorMove } from '#contract/creator/creator.ts';
import { usePersistedText } from '#creator/data/kept-text.ts';
import { isBusy } from '#creator/moves/sender.ts';
import { isSending } from '#creator/moves/sending-of.ts';
import { Notice } from '#creator/parts/Notice.tsx';
import type { UploadState } from '#creator/upload/state.ts';
import { useDraftUpload } from '#creator/use-draft-upload.ts';
import { useDropUpload } from '#creator/use-drop-upload.ts';
import { hashtagOf } from '#creator/words/post-text.ts';
import { LostNotice } from '../dialogs/LostNotice.tsx';
import { OriginalNotice } from '../dialogs/OriginalNotice.tsx';
import classes from '../StepCard.module.css';
import type { StepProps } from '../step-props.ts';
import { UploadProgress } from '../UploadProgress.tsx';
import { VideoButton, videoLimits } from '../VideoButton.tsx';

interface Props extends StepProps {
  move: Extract<CreatorMove, { uploadId: string }>['move'];
}

/** The video and its caption. The upload starts as soon as a video is picked; a tap then submits it. */
export function DraftForm({ token, offer, moves, move }: Props) {
  const { draft, brand, changes, submission, caption } = offer;
  const returned = draft?.state === 'uploading' ? draft.returned : null;
  const before = returned?.caption ?? changes?.about?.caption ?? submission?.caption ?? caption?.text ?? '';
  const [text, setText] = usePersistedText(offer.id, 'draft-caption', before);
  const { upload, state, readyId, isLost } = useDraftUpload(token, draft);
  const dropUpload = useDropUpload(token);
  const [pickedBytes, setPickedBytes] = useState<number | null>(null);
  const hashtag = hashtagOf(brand);
  const busy = isBusy(moves.sending);

  const pick = (file: File | null) => {
    setPickedBytes(file?.size ?? null);
    if (file !== null) upload.pick(file, draft);
  };
  const remove = () => {
    const begunId = upload.cancel() ?? (draft?.state === 'uploading' ? draft.uploadId : readyId);
    if (begunId !== null) dropUpload(begunId);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (readyId !== null) moves.tap({ move, uploadId: readyId, caption: text.trim() === '' ? null : text.trim() });
  };
  const shown = state.step === 'idle' && readyId !== null ? doneOf(draft, readyId) : state;
  return (
    <form className={classes.form} onSubmit={submit}>
      {draft?.state === 'failed' && state.step === 'idle' && (
        <Notice icon="alert" tone="red">
          {draft.reason}
        </Notice>
      )}
      {returned !== null && (
        <Notice icon="alert" tone="amber">
          {returned.reason}
        </Notice>
      )}
      {isLost && draft?.state === 'uploading' && <LostNotice upload={draft} />}
      {offer.campaign.asksForOriginals && <OriginalNotice brandName={brand.name} sizeBytes={pickedBytes} />}
      {shown.step === 'idle' ? (
        <>
          <p className={classes.soft}>{videoLimits}</p>
          <VideoButton disabled={busy} label="Choose a video" onPick={pick} />
        </>
      ) : (
        <UploadProgress onCancel={remove} onPick={pick} state={shown} upload={upload} />
      )}
      <Textarea
        autosize
        description={hashtag === null ? undefined : `Include ${hashtag}.`}
        label="Caption for the post"
        maxLength={2200}
        maxRows={12}
        minRows={3}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        readOnly={busy}
        value={text}
      />
      <Button disabled={busy || readyId === null} loading={isSending(moves.sending, move)} type="submit">
        {readyId !== null ? `Send to ${brand.name}` : isInProgress(state) ? 'Uploading…' : 'Choose a video first'}
      </Button>
    </form>
  );
}

const isInProgress = ({ step }: UploadState) => step !== 'idle' && step !== 'failed';

const doneOf = (draft: StepProps['offer']['draft'], uploadId: string) =>
  ({ step: 'done', name: draft?.name ?? 'Your video', uploadId }) as const;
