import type { ChangeNote } from '#contract/brand/offer.ts';
import type { ChangeTemplate } from '#contract/brand/requested-changes.ts';
import { changeTitle } from '#domain/offers/change-templates.ts';
import { sortByVideoTime } from '#domain/review/remarks.ts';
import { videoTime } from '#domain/review/video-time.ts';
import classes from './RequestedChanges.module.css';

interface Props {
  names: readonly string[];
  notes?: readonly ChangeNote[] | undefined;
  templates: readonly ChangeTemplate[];
  /** Seeks the video that the changes are about. */
  onTime?: ((seconds: number) => void) | undefined;
}

/** Requested changes on one line, then each note on its own line, in the order of their times in the video. */
export function RequestedChanges({ names, notes = [], templates, onTime }: Props) {
  const bare = names.filter((name) => !notes.some(({ templateName }) => templateName === name));
  const keyed = sortByVideoTime(notes.map((each) => ({ ...each, atSeconds: each.atSeconds ?? null })));
  return (
    <>
      {bare.length > 0 && <span>{bare.map((name) => changeTitle(name, templates)).join(', ')}</span>}
      {keyed
        .map((each, place) => ({ ...each, key: `${place} ${each.templateName}` }))
        .map(({ key, templateName, note, atSeconds }) => (
          <span className={classes.change} key={key}>
            {changeTitle(templateName, templates)}
            {atSeconds !== null && <Place atSeconds={atSeconds} onTime={onTime} />}
            {note !== undefined && <q className={classes.note}>{note}</q>}
          </span>
        ))}
    </>
  );
}

function Place({ atSeconds, onTime }: { atSeconds: number; onTime: Props['onTime'] }) {
  const at = videoTime(atSeconds);
  if (onTime === undefined) return `, at ${at}`;
  return (
    <>
      {', '}
      <button
        aria-label={`Show ${at} in the video`}
        className={classes.time}
        onClick={() => onTime(atSeconds)}
        type="button"
      >
        at {at}
      </button>
    </>
  );
}
