import { Button } from '@mantine/core';
import { Icon } from '#ui/media/icons.tsx';
import { ProgressBar } from '#ui/states/ProgressBar.tsx';
import type { DraftUpload } from '../upload/draft-upload.ts';
import type { UploadState } from '../upload/state.ts';
import { uploadPercent, uploadText } from '../words/upload-words.ts';
import classes from './Draft.module.css';
import { VideoButton } from './VideoButton.tsx';

interface Props {
  state: Exclude<UploadState, { step: 'idle' }>;
  upload: DraftUpload;
  /** Text for a finished upload; defaults to a draft's. */
  doneText?: string;
  cancelLabel?: string;
  onCancel: () => void;
  /** Called with the video that replaces a refused one. */
  onPick: (file: File | null) => void;
}

/** Progress of compressing or uploading a picked video, and the available actions. */
export function UploadProgress({ state, upload, doneText, cancelLabel, onCancel, onPick }: Props) {
  const percent = uploadPercent(state);
  const text = (state.step === 'done' && doneText) || uploadText(state);
  const isFailed = state.step === 'failed';
  const canGoOn = state.step === 'paused' || (isFailed && state.canTryAgain);
  return (
    <div className={classes.file} data-step={state.step}>
      <p className={classes.name}>
        <Icon name={state.step === 'done' ? 'check' : isFailed ? 'alert' : 'play'} size={18} />
        <span>{state.name}</span>
      </p>
      {percent !== null && <ProgressBar label={`${state.name}, ${percent}%`} percent={percent} size="thick" />}
      <p className={classes.text} role={isFailed ? 'alert' : undefined}>
        {text}
      </p>
      <div className={classes.actions}>
        {(state.step === 'uploading' || state.step === 'waiting') && (
          <Button onClick={upload.pause} size="sm" variant="default">
            Pause
          </Button>
        )}
        {state.step === 'preparing' && state.canSendOriginal && (
          <Button onClick={upload.sendAsItIs} size="sm" variant="default">
            Send without compressing
          </Button>
        )}
        {isFailed && !canGoOn && <VideoButton label="Choose another video" onPick={onPick} size="sm" />}
        {canGoOn && (
          <Button onClick={upload.continueUpload} size="sm" variant="default">
            {isFailed ? 'Try again' : 'Resume'}
          </Button>
        )}
        <Button onClick={onCancel} size="sm" variant="subtle">
          {cancelLabel ?? (state.step === 'done' || isFailed ? 'Remove' : 'Cancel')}
        </Button>
      </div>
    </div>
  );
}
