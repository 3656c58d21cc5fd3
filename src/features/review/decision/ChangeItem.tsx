import { Button, Textarea, TextInput } from '@mantine/core';
import type { ChangeTemplate } from '#contract/requested-changes.ts';
import { videoTime } from '#domain/video-time.ts';
import classes from './RequestChanges.module.css';
import type { TypedNote } from './typed-note.ts';

interface Props {
  template: ChangeTemplate;
  /** The template's text, for the brand. */
  detail: string;
  chosen: boolean;
  onToggle: () => void;
  note: TypedNote;
  problems: Record<keyof TypedNote, string | null>;
  onNote: (note: TypedNote) => void;
  /** Second at which the draft was left; null where there is no video. */
  leftAt: number | null;
}

/** A change that can be asked for. A ticked one has room for a note, and for the second of the draft that it is about. */
export function ChangeItem({ template, detail, chosen, onToggle, note, problems, onNote, leftAt }: Props) {
  const { name, title, takesNote } = template;
  return (
    <div className={classes.item}>
      <label className={classes.choice}>
        <input checked={chosen} onChange={onToggle} type="checkbox" />
        <span>
          <strong>{title}</strong>
          <span className={classes.detail}>{detail}</span>
        </span>
      </label>
      {chosen && takesNote && (
        <fieldset aria-label={`Note on “${title}”`} className={classes.note}>
          <Textarea
            autosize
            error={problems.note}
            id={`note-${name}`}
            label="Note to the creator (optional)"
            maxRows={8}
            minRows={2}
            onChange={({ currentTarget }) => onNote({ ...note, note: currentTarget.value })}
            value={note.note}
          />
          {leftAt !== null && (
            <div className={classes.place}>
              <TextInput
                autoComplete="off"
                error={problems.at}
                id={`at-${name}`}
                label="Time in the video (optional)"
                onChange={({ currentTarget }) => onNote({ ...note, at: currentTarget.value })}
                placeholder="0:12"
                value={note.at}
              />
              {leftAt >= 1 && note.at !== videoTime(leftAt) && (
                <Button onClick={() => onNote({ ...note, at: videoTime(leftAt) })} variant="default">
                  Use {videoTime(leftAt)}
                </Button>
              )}
            </div>
          )}
        </fieldset>
      )}
    </div>
  );
}
