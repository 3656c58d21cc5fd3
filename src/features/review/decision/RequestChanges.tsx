import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { RequestedChange } from '#contract/requested-changes.ts';
import { changeTemplates, describeChange, requestedChange, visibleChangeTemplates } from '#domain/change-templates.ts';
import { brandQuery } from '#features/auth/public.ts';
import { Icon } from '#ui/icons.tsx';
import { changeTemplatesQuery } from '../queries.ts';
import panel from '../Review.module.css';
import classes from './RequestChanges.module.css';

interface Props {
  bodyRef: RefObject<HTMLDivElement | null>;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  sending: boolean;
  onBack: () => void;
  onSend: (changes: RequestedChange[]) => void;
}

/** The checklist of what a creator can be asked to change. */
export function RequestChanges({ bodyRef, chosen, onChoose, sending, onBack, onSend }: Props) {
  // The app knows the usual list by heart: the choice never waits.
  const { data = changeTemplates } = useQuery(changeTemplatesQuery());
  const { data: brand } = useQuery(brandQuery());
  const brandName = brand?.name ?? '';
  const [touched, setTouched] = useState(false);
  const errorId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  const templates = visibleChangeTemplates(data);
  const changes = templates.filter(({ name }) => chosen.has(name)).map(({ name }) => requestedChange(name, brandName));
  const missing = touched && changes.length === 0;
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setTouched(true);
    onChoose(next);
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
            <label className={classes.item} key={template.name}>
              <input checked={chosen.has(template.name)} onChange={() => toggle(template.name)} type="checkbox" />
              <span>
                <strong>{template.title}</strong>
                <span className={classes.detail}>{describeChange(template, brandName || 'your brand')}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p aria-live="polite" className={classes.error} id={errorId}>
          {missing && 'Template name is required'}
        </p>
      </div>
      <footer className={panel.actions}>
        <Button disabled={changes.length === 0} fullWidth loading={sending} onClick={() => onSend(changes)}>
          Request changes ({changes.length})
        </Button>
      </footer>
    </>
  );
}
