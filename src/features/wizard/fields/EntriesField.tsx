import { ActionIcon, Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import type { DraftFields } from '../draft/draft.ts';
import classes from './Fields.module.css';

interface Props {
  legend: string;
  /** Label of one entry. */
  single: string;
  add: string;
  icon: IconName;
  control: Control<DraftFields>;
  name: 'dos' | 'donts' | 'talkingPoints';
}

/** A list of sentences; Enter starts the next one. */
export function EntriesField({ legend, single, add, icon, control, name }: Props) {
  const id = useId();
  const { field, fieldState } = useController({ control, name });
  const { value: entries, onChange } = field;
  const problem = fieldState.error?.message;
  const list = useRef<HTMLFieldSetElement>(null);
  /** Index of the entry to focus; -1 is the button that adds one. */
  const [focusAt, setFocusAt] = useState<{ at: number } | null>(null);
  useEffect(() => {
    if (focusAt === null) return;
    const fields = list.current?.querySelectorAll<HTMLElement>('textarea:not([aria-hidden])');
    const target = fields?.[focusAt.at] ?? list.current?.querySelector<HTMLElement>('[data-add]');
    target?.focus();
  }, [focusAt]);

  const insert = (at: number) => {
    onChange([...entries.slice(0, at), '', ...entries.slice(at)]);
    setFocusAt({ at });
  };
  const remove = (at: number) => {
    onChange(entries.filter((_, index) => index !== at));
    setFocusAt({ at: Math.min(at, entries.length - 2) });
  };
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      insert(at + 1);
    } else if (event.key === 'Backspace' && entries[at] === '') {
      event.preventDefault();
      remove(at);
    }
  };
  return (
    <fieldset className={classes.group} ref={list}>
      <legend className={classes.legend}>{legend}</legend>
      {problem !== undefined && (
        <p className={classes.problem} id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {entries.length > 0 && (
        <ul className={classes.entries} data-icon={icon}>
          {entries.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its index; its content is held outside
            <li className={classes.entry} key={at}>
              <Icon name={icon} size={18} />
              <Textarea
                aria-describedby={problem === undefined ? undefined : `${id}-problem`}
                aria-label={`${single} ${at + 1}`}
                autosize
                className={classes.entryText ?? ''}
                error={problem !== undefined}
                minRows={1}
                onChange={({ currentTarget }) =>
                  onChange(entries.map((other, index) => (index === at ? currentTarget.value : other)))
                }
                onKeyDown={onKeyDown(at)}
                value={entry}
              />
              <ActionIcon aria-label={`Remove ${single.toLowerCase()} ${at + 1}`} onClick={() => remove(at)}>
                <Icon name="trash" size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Button
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        className={classes.add ?? ''}
        data-add
        data-invalid={(problem !== undefined && entries.length === 0) || undefined}
        leftSection={<Icon name="plus" size={18} />}
        onClick={() => insert(entries.length)}
        variant="subtle"
      >
        {add}
      </Button>
    </fieldset>
  );
}
