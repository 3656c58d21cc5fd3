import { ActionIcon, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { messageOf } from '#api/error.ts';
import { uploadFile } from '#api/upload.ts';
import { useUnsavedWarning } from '#app/intents/unsaved.ts';
import { tooManyFiles } from '#contract/brand/campaign.ts';
import { maxBriefLength } from '#contract/wire/bounds.ts';
import { limits } from '#domain/shared/limits.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Picture } from '#ui/media/Picture.tsx';
import { ProgressBar } from '#ui/states/ProgressBar.tsx';
import type { DraftFields, Example } from '../draft/draft.ts';
import classes from './Fields.module.css';

const videos = ['video/mp4', 'video/quicktime'];
const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const taken = [...pictures, 'image/heic', ...videos];

/**
 * Value for a file input's `accept`. HEIC is accepted but not listed: Safari converts a phone's pictures to JPEG only
 * if the list has neither HEIC nor all images (https://github.com/WebKit/WebKit/pull/25443).
 */
const acceptedExamples = [...pictures, ...videos].join(',');

/** The reason why the files can't be added; null if they can. */
function examplesProblem(files: readonly File[], have: number): string | null {
  if (have + files.length > maxBriefLength.files) return tooManyFiles;
  if (files.some(({ type }) => !taken.includes(type))) return 'File is not supported';
  const isTooLarge = ({ type, size }: File) =>
    size > (videos.includes(type) ? limits.upload.videoBytes : limits.upload.fileBytes);
  return files.some(isTooLarge) ? 'File is too large' : null;
}

/** Uploads a file; returns the URL for creators. Uploading the same file again returns the same URL. */
async function uploadExample(file: File, options: Parameters<typeof uploadFile>[2]): Promise<Example> {
  const stored = await uploadFile('campaigns/media', file, options);
  return { kind: stored.mime.startsWith('video/') ? 'video' : 'image', url: stored.url };
}

interface Props {
  form: Pick<UseFormReturn<DraftFields>, 'control' | 'getValues'>;
  online: boolean;
}

interface Progress {
  name: string;
  percent: number;
  /** The reason why the upload is paused; null while it's running. */
  waitsFor: string | null;
}

interface Uploads extends Pick<UseFormReturn<DraftFields>, 'getValues'> {
  onChange: (examples: DraftFields['examples']) => void;
  onFailed: (message: string) => void;
}

/** Uploads files one after another, and appends each to the examples. */
function useExampleUploads({ getValues, onChange, onFailed }: Uploads) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const cancelling = useRef(new AbortController());
  const { mutate, isPending } = useMutation({
    mutationFn: async (files: readonly File[]) => {
      cancelling.current = new AbortController();
      const { signal } = cancelling.current;
      for (const file of files) {
        const { name, size } = file;
        setProgress({ name, percent: 0, waitsFor: null });
        const example = await uploadExample(file, {
          signal,
          onProgress: (sentBytes) =>
            setProgress({ name, percent: Math.floor((sentBytes / size) * 100), waitsFor: null }),
          onWaiting: (why) => setProgress((last) => ({ name, percent: last?.percent ?? 0, waitsFor: why })),
        });
        // Append to the current examples, rather than to those present when the upload began. The user may have left
        // the step since.
        const there = getValues('examples');
        if (!there.some(({ url }) => url === example.url)) onChange([...there, example]);
      }
    },
    retry: false,
    onError(error) {
      if (!cancelling.current.signal.aborted) onFailed(`Upload failed. ${messageOf(error)}`);
    },
    onSettled: () => setProgress(null),
  });
  useUnsavedWarning(isPending);
  return { upload: mutate, cancel: () => cancelling.current.abort(), isPending, progress };
}

const inMb = (bytes: number) => `${bytes / 1_000_000} MB`;

/** Example pictures and videos. They're uploaded immediately; the draft stores their URLs. */
export function ExamplesField({ form: { control, getValues }, online }: Props) {
  const id = useId();
  const { field, fieldState } = useController({ control, name: 'examples' });
  const { value: examples, onChange } = field;
  const [refused, setRefused] = useState<string | null>(null);
  const problem = refused ?? fieldState.error?.message ?? null;
  const { upload, cancel, isPending, progress } = useExampleUploads({ getValues, onChange, onFailed: setRefused });
  const choose = (files: readonly File[]) => {
    const wrong = examplesProblem(files, examples.length);
    setRefused(wrong);
    if (wrong === null && files.length > 0) upload(files);
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Examples</legend>
      {examples.length > 0 && (
        <ExampleList examples={examples} onRemove={(url) => onChange(examples.filter((other) => other.url !== url))} />
      )}
      <span className={classes.choose}>
        <input
          accept={acceptedExamples}
          aria-describedby={problem === null ? `${id}-hint` : `${id}-problem ${id}-hint`}
          aria-invalid={fieldState.invalid || undefined}
          className={classes.file}
          disabled={!online || isPending}
          id={id}
          multiple
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // Without this, choosing the same file again wouldn't fire a change event.
            currentTarget.value = '';
            choose(files);
          }}
          type="file"
        />
        <label className={classes.chooseLabel} htmlFor={id}>
          <Icon name="image" size={18} />
          {isPending ? 'Uploading…' : 'Add pictures or videos'}
        </label>
      </span>
      {problem !== null && (
        <p className={classes.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      <p className={classes.hint} id={`${id}-hint`} role="status">
        {!online
          ? 'Reconnect to upload files.'
          : progress
            ? (progress.waitsFor ?? `Uploading ${progress.name}…`)
            : `JPEG, PNG, GIF or WebP up to ${inMb(limits.upload.fileBytes)}, MP4 or MOV up to ${inMb(limits.upload.videoBytes)}`}
      </p>
      {progress && (
        <div className={classes.uploading}>
          <ProgressBar label={`${progress.name}, ${progress.percent}%`} percent={progress.percent} size="thick" />
          <Button onClick={cancel} size="sm" variant="subtle">
            Cancel
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface ListProps {
  examples: DraftFields['examples'];
  onRemove: (url: string) => void;
}

function ExampleList({ examples, onRemove }: ListProps) {
  return (
    <ul className={classes.examples}>
      {examples.map(({ kind, url }, at) => (
        <li key={url}>
          {kind === 'image' ? (
            <Picture alt={`Example ${at + 1}`} className={classes.example} loading="lazy" src={url} />
          ) : (
            <video aria-label={`Example ${at + 1}, a video`} muted playsInline preload="metadata" src={url} />
          )}
          <ActionIcon
            aria-label={`Remove example ${at + 1}`}
            className={classes.takeOff ?? ''}
            onClick={() => onRemove(url)}
            variant="default"
          >
            <Icon name="trash" size={18} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
