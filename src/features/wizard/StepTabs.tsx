import { type KeyboardEvent, useRef } from 'react';
import type { Draft, DraftFields } from './draft/draft.ts';
import classes from './Wizard.module.css';
import { isUnlocked, stepsOf, type WizardStep } from './wizard-steps.ts';

interface Props {
  id: string;
  fields: DraftFields;
  place: Pick<Draft, 'step' | 'reached'>;
  disabled: boolean;
  onChange: (step: WizardStep) => void;
}

/** The steps as tabs; those after the first unsubmitted step are disabled. Arrow keys move between tabs. */
export function StepTabs({ id, fields, place, disabled, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const tabs = [...(list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]:enabled') ?? [])];
    const at = tabs.findIndex((tab) => tab.matches(':focus'));
    tabs[(at + by + tabs.length) % tabs.length]?.focus();
  };
  return (
    <div aria-label="Steps" className={classes.tabs} onKeyDown={move} ref={list} role="tablist" tabIndex={-1}>
      {stepsOf(fields).map(({ key, label }) => {
        const isCurrent = key === place.step;
        return (
          <button
            aria-controls={isCurrent ? `${id}-panel` : undefined}
            aria-selected={isCurrent}
            className={classes.tab}
            data-done={(!isCurrent && isUnlocked(key, place)) || undefined}
            disabled={disabled || !isUnlocked(key, place)}
            id={`${id}-${key}`}
            key={key}
            onClick={() => onChange(key)}
            role="tab"
            tabIndex={isCurrent ? 0 : -1}
            type="button"
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}
