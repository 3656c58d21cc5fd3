import type { ChangeNote } from '#contract/offer.ts';
import type { ChangeTemplate } from '#contract/requested-changes.ts';
import { changeTitle } from '#domain/change-templates.ts';
import { videoTime } from '#domain/video-time.ts';
import classes from './AskedChanges.module.css';

interface Props {
  names: readonly string[];
  notes?: readonly ChangeNote[] | undefined;
  templates: readonly ChangeTemplate[];
}

/** Changes that were asked for, in one line; each that has a note in a line of its own, with it. */
export function AskedChanges({ names, notes = [], templates }: Props) {
  const bare = names.filter((name) => !notes.some(({ templateName }) => templateName === name));
  return (
    <>
      {bare.length > 0 && <span>{bare.map((name) => changeTitle(name, templates)).join(', ')}</span>}
      {notes.map(({ templateName, note, atSeconds }) => (
        <span className={classes.change} key={templateName}>
          {changeTitle(templateName, templates)}
          {atSeconds !== undefined && `, at ${videoTime(atSeconds)}`}
          {note !== undefined && <q className={classes.note}>{note}</q>}
        </span>
      ))}
    </>
  );
}
