import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChangeTemplate } from '#contract/brand/requested-changes.ts';
import { acceptsNote } from '#domain/review/remarks.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './RequestChanges.module.css';

interface Props {
  template: ChangeTemplate;
  /** The template's text, as shown to the brand. */
  detail: string;
  chosen: boolean;
  /** Key that toggles the change, on screens with shortcuts. */
  shortcut: string;
  onToggle: () => void;
  onAdd: () => void;
  /** Label of the button that adds a remark, such as "Add remark at 0:12". */
  addLabel: string;
  children: ReactNode;
}

/** A change that can be requested. The user can add remarks once it's ticked. */
export function ChangeItem({ template, detail, chosen, shortcut, onToggle, onAdd, addLabel, children }: Props) {
  return (
    <div className={classes.item}>
      <label className={classes.choice}>
        <input aria-keyshortcuts={shortcut} checked={chosen} onChange={onToggle} type="checkbox" />
        <span>
          <strong>{template.title}</strong>
          <span className={classes.detail}>{detail}</span>
        </span>
      </label>
      {chosen && acceptsNote(template) && (
        <div className={classes.note}>
          {children}
          <Button
            aria-label={`${addLabel} on “${template.title}”`}
            className={classes.add}
            leftSection={<Icon name="plus" size={18} />}
            onClick={onAdd}
            variant="subtle"
          >
            {addLabel}
          </Button>
        </div>
      )}
    </div>
  );
}
