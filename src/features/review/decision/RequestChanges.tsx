import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { describeChange } from '#domain/offers/change-templates.ts';
import { videoTime } from '#domain/review/video-time.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { usePlayer, usePosition } from '../player/player-handle.ts';
import { ChangeItem } from './ChangeItem.tsx';
import { RemarkFields } from './RemarkFields.tsx';
import classes from './RequestChanges.module.css';
import { maxRemarks } from './typed-remark.ts';
import type { OpenChecklist } from './use-checklist.ts';
import { type ChangeRequestForm, fieldsOf } from './use-request.ts';

interface Props {
  form: ChangeRequestForm;
  checklist: OpenChecklist;
  onBack: () => void;
  /** Id of a remark just added from the timeline, whose text gets the focus. */
  added: string | null;
}

/** The brand's remarks, and the checklist of changes that it can request. */
export function RequestChanges({ form, checklist, onBack, added }: Props) {
  const { templates, remarks, brandName, isVideo, takesRemarks, problem } = form;
  const [touched, setTouched] = useState(false);
  const [own, setOwn] = useState<string | null>(null);
  const errorId = useId();
  const hasPlayer = usePlayer() !== null;
  const position = usePosition();
  useEffect(() => focusText(added), [added]);
  useEffect(() => focusText(own), [own]);

  const missing = touched && form.count === 0;
  // The position of a video that wasn't played has no meaning.
  const at = isVideo && hasPlayer && position > 0 ? videoTime(Math.floor(position)) : '';
  const addLabel = at === '' ? 'Add remark' : `Add remark at ${at}`;
  const add = (template: string | null) => {
    const id = checklist.addRemark(template, at);
    setOwn(id);
    focusText(id);
  };
  const toggle = (name: string) => {
    const next = new Set(checklist.chosen);
    if (!next.delete(name)) next.add(name);
    setTouched(true);
    checklist.choose(next);
  };
  const remarksOn = (template: string | null) =>
    remarks
      .filter((each) => each.template === template)
      .map((remark) => (
        <RemarkFields
          isVideo={isVideo}
          key={remark.id}
          onChange={(part) => checklist.changeRemark(remark.id, part)}
          onRemove={() => checklist.removeRemark(remark.id)}
          problems={form.problemsOf(remark)}
          remark={remark}
        />
      ));
  const isFull = checklist.remarks.length >= maxRemarks;
  return (
    <>
      <Head onBack={onBack} />
      {takesRemarks && (
        <section aria-label="Remarks" className={classes.list}>
          {remarksOn(null)}
          <Button
            disabled={isFull}
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => add(null)}
            variant="default"
          >
            {addLabel}
          </Button>
          {isFull && <p className={classes.detail}>A request can have up to {maxRemarks} remarks.</p>}
        </section>
      )}
      <fieldset aria-describedby={missing ? errorId : undefined} className={classes.list}>
        <legend>Select all that apply to this submission.</legend>
        {templates.map((template, place) => (
          <ChangeItem
            addLabel={addLabel}
            chosen={checklist.chosen.has(template.name)}
            detail={describeChange(template, brandName || 'your brand')}
            key={template.name}
            onAdd={() => !isFull && add(template.name)}
            onToggle={() => toggle(template.name)}
            shortcut={String(place + 1)}
            template={template}
          >
            {remarksOn(template.name)}
          </ChangeItem>
        ))}
      </fieldset>
      <p aria-live="polite" className={classes.error} id={errorId}>
        {problem ?? (missing && 'Template name is required')}
      </p>
    </>
  );
}

/** The list's title, which gets the initial focus, and the Back button. */
function Head({ onBack }: { onBack: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={classes.head}>
      <IconButton
        className={classes.back}
        icon={<Icon name="back" size={22} />}
        label="Back to the submission"
        onClick={onBack}
      />
      <h3 className={classes.title} ref={title} tabIndex={-1}>
        Request changes
      </h3>
    </div>
  );
}

/** Focuses a remark's text, which opens the keyboard. */
function focusText(id: string | null): void {
  if (id !== null) document.getElementById(fieldsOf(id).text)?.focus({ preventScroll: false });
}
