import { type DragEvent, useId, useState } from 'react';
import { limits } from '#domain/shared/limits.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './LogoField.module.css';
import { acceptedLogos } from './logo.ts';

interface Props {
  /** URL of the chosen picture, or of the brand's current one. */
  src: string | null;
  fileName: string | null;
  problem: string | null;
  disabled: boolean;
  onChoose: (files: File[]) => void;
}

/** Field to choose or drop a picture, with a preview. */
export function LogoField({ src, fileName, problem, disabled, onChoose }: Props) {
  const id = useId();
  const [broken, setBroken] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over && !disabled);
  };
  return (
    <div className={classes.field}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the input does the same for keys */}
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        onDragLeave={drag(false)}
        onDragOver={drag(true)}
        onDrop={(event) => {
          drag(false)(event);
          const files = [...event.dataTransfer.files];
          if (!disabled && files.length > 0) onChoose(files);
        }}
      >
        <span className={classes.picture}>
          {src !== null && src !== broken ? (
            <img alt="Your logo" onError={() => setBroken(src)} src={src} />
          ) : (
            <Icon name="image" size={36} />
          )}
        </span>
        <span className={classes.words}>
          {fileName !== null && (
            <span className={classes.name}>
              {fileName}
              {src !== null && src === broken && (
                <small>This browser can’t preview the picture, but you can still upload it.</small>
              )}
            </span>
          )}
          <span className={classes.choose}>
            <input
              accept={acceptedLogos}
              aria-describedby={problem === null ? `${id}-hint` : `${id}-problem ${id}-hint`}
              aria-invalid={problem !== null || undefined}
              className={classes.input}
              disabled={disabled}
              id={id}
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])];
                // Without this, choosing the same file again wouldn't fire a change event.
                currentTarget.value = '';
                if (files.length > 0) onChoose(files);
              }}
              type="file"
            />
            <label className={classes.label} htmlFor={id}>
              {src === null && fileName === null ? 'Choose a picture' : 'Choose a different picture'}
            </label>
          </span>
        </span>
      </div>
      {problem !== null && (
        <p className={classes.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      <p className={classes.hint} id={`${id}-hint`}>
        JPEG, PNG, GIF, TIFF or SVG, up to {limits.upload.fileBytes / 1_000_000} MB
      </p>
    </div>
  );
}
