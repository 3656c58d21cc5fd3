import { useEffect, useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx';
import { selectedTags, singleTags } from '../draft/tags.ts';
import classes from '../fields/Fields.module.css';
import type { StepProps } from '../fields/step-props.ts';

/** The creators to invite: by tag, or all of them with one button. */
export function TagsStep({ form, tags }: StepProps) {
  const id = useId();
  const { field, fieldState } = useController({ control: form.control, name: 'tagIds' });
  const single = singleTags(tags);
  const selected = selectedTags(field.value, tags).map((tag) => tag.id);
  const isEvery = single.length > 0 && selected.length === single.length;
  const isSome = selected.length > 0 && !isEvery;
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current) all.current.indeterminate = isSome;
  }, [isSome]);
  const problem = fieldState.error?.message;
  const toggle = (tagId: string, on: boolean) =>
    field.onChange(on ? [...selected, tagId] : selected.filter((other) => other !== tagId));
  return (
    <fieldset className={classes.group}>
      <legend>
        <VisuallyHidden>Tags</VisuallyHidden>
      </legend>
      {problem !== undefined && (
        <p className={classes.problem} id={`${id}-problem`}>
          {problem}
        </p>
      )}
      <div className={classes.all}>
        <label className={classes.choice}>
          <input
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            aria-invalid={problem !== undefined || undefined}
            checked={isEvery}
            onChange={({ currentTarget }) => field.onChange(currentTarget.checked ? single.map((tag) => tag.id) : [])}
            ref={all}
            type="checkbox"
          />
          <span className={classes.choiceName}>All</span>
          <span className={classes.faint} role="status">
            {selected.length} of {single.length} selected
          </span>
        </label>
      </div>
      <div className={classes.tags}>
        {single.map((tag) => (
          <label className={classes.tag} key={tag.id}>
            <input
              checked={selected.includes(tag.id)}
              onChange={({ currentTarget }) => toggle(tag.id, currentTarget.checked)}
              type="checkbox"
            />
            <span>{tag.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
