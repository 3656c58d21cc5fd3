import { Button, Textarea, TextInput } from '@mantine/core';
import { videoTime } from '#domain/review/video-time.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { usePlayer, usePosition } from '../player/player-handle.ts';
import type { TypedRemark } from './checklist-store.ts';
import classes from './RequestChanges.module.css';
import { fieldsOf } from './use-request.ts';

interface Props {
  remark: TypedRemark & { atSeconds: number | null };
  problems: Record<'text' | 'at', string | null>;
  isVideo: boolean;
  onChange: (part: Partial<TypedRemark>) => void;
  onRemove: () => void;
}

/** A remark: its text, its time in the video, and buttons to show and to set that time. */
export function RemarkFields({ remark, problems, isVideo, onChange, onRemove }: Props) {
  const { id, text, at, atSeconds } = remark;
  const player = usePlayer();
  const position = usePosition();
  const here = videoTime(Math.floor(position));
  const fields = fieldsOf(id);
  return (
    <fieldset aria-label={at === '' ? 'Remark' : `Remark at ${at}`} className={classes.remark}>
      <Textarea
        autosize
        error={problems.text}
        id={fields.text}
        label="Remark"
        maxRows={8}
        minRows={2}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        onFocus={() => atSeconds !== null && player?.isPaused() && player.seek(atSeconds)}
        value={text}
      />
      <div className={classes.place}>
        {isVideo && (
          <TextInput
            autoComplete="off"
            error={problems.at}
            id={fields.at}
            label="Time in the video (optional)"
            onChange={({ currentTarget }) => onChange({ at: currentTarget.value })}
            placeholder="0:12"
            value={at}
          />
        )}
        {isVideo && position > 0 && at !== here && (
          <Button onClick={() => onChange({ at: here })} variant="default">
            Use {here}
          </Button>
        )}
        <IconButton
          icon={<Icon name="trash" />}
          isSoft
          label={at === '' ? 'Remove this remark' : `Remove the remark at ${at}`}
          onClick={onRemove}
        />
      </div>
    </fieldset>
  );
}
