import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Fulfillment } from '#contract/offer.ts';
import type { RequestedChange } from '#contract/requested-changes.ts';
import { changeTemplates, describeChange, requestedChange, visibleChangeTemplates } from '#domain/change-templates.ts';
import { brandQuery } from '#features/auth/public.ts';
import { Icon } from '#ui/icons.tsx';
import { changeTemplatesQuery } from '../queries.ts';
import panel from '../Review.module.css';
import { placeIn } from '../submission/video-places.ts';
import { ChangeItem } from './ChangeItem.tsx';
import classes from './RequestChanges.module.css';
import { noNote, noteProblems, type TypedNote, toNote } from './typed-note.ts';

const noProblems = { note: null, at: null };

interface Props {
  bodyRef: RefObject<HTMLDivElement | null>;
  /** The submission that changes are asked for. */
  fulfillment: Fulfillment | null;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  notes: Readonly<Record<string, TypedNote>>;
  onNote: (templateName: string, note: TypedNote) => void;
  sending: boolean;
  onBack: () => void;
  onSend: (changes: RequestedChange[]) => void;
}

/** The checklist of what a creator can be asked to change. */
export function RequestChanges(props: Props) {
  const { bodyRef, fulfillment, chosen, onChoose, notes, onNote, sending, onBack, onSend } = props;
  // The app knows the usual list by heart: the choice never waits.
  const { data = changeTemplates } = useQuery(changeTemplatesQuery());
  const { data: brand } = useQuery(brandQuery());
  const brandName = brand?.name ?? '';
  const [touched, setTouched] = useState(false);
  /** True once sending was tried: faults are told from then on, not while one still types. */
  const [tried, setTried] = useState(false);
  const errorId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  const templates = visibleChangeTemplates(data);
  const ticked = templates.filter(({ name }) => chosen.has(name));
  const isVideo = fulfillment?.evidenceType === 'VIDEO_WITH_CAPTION';
  const noteOn = (name: string): TypedNote => ({ ...(notes[name] ?? noNote), ...(!isVideo && { at: '' }) });
  const problemsOf = (name: string) => noteProblems(noteOn(name), fulfillment?.metadata.durationMs ?? null);
  const missing = touched && ticked.length === 0;
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setTouched(true);
    onChoose(next);
  };
  const send = () => {
    setTried(true);
    const problem = ticked.flatMap(({ name }) => {
      const { note, at } = problemsOf(name);
      return note ? [`note-${name}`] : at ? [`at-${name}`] : [];
    })[0];
    if (problem !== undefined) document.getElementById(problem)?.focus();
    else {
      onSend(
        ticked.map(({ name, takesNote }) => requestedChange(name, brandName, takesNote ? toNote(noteOn(name)) : {})),
      );
    }
  };
  return (
    <>
      <div className={panel.body} ref={bodyRef}>
        <div className={classes.head}>
          <button aria-label="Back to the submission" className={classes.back} onClick={onBack} type="button">
            <Icon name="back" size={22} />
          </button>
          <h3 className={classes.title} ref={title} tabIndex={-1}>
            Request changes
          </h3>
        </div>
        <fieldset aria-describedby={missing ? errorId : undefined} className={classes.list}>
          <legend>Select all that apply to this submission.</legend>
          {templates.map((template) => (
            <ChangeItem
              chosen={chosen.has(template.name)}
              detail={describeChange(template, brandName || 'your brand')}
              key={template.name}
              leftAt={isVideo ? placeIn(fulfillment.fulfillment ?? '') : null}
              note={noteOn(template.name)}
              onNote={(note) => onNote(template.name, note)}
              onToggle={() => toggle(template.name)}
              problems={tried ? problemsOf(template.name) : noProblems}
              template={template}
            />
          ))}
        </fieldset>
        <p aria-live="polite" className={classes.error} id={errorId}>
          {missing && 'Template name is required'}
        </p>
      </div>
      <footer className={panel.actions} data-no-toasts>
        <Button disabled={ticked.length === 0} fullWidth loading={sending} onClick={send}>
          Request changes ({ticked.length})
        </Button>
      </footer>
    </>
  );
}
