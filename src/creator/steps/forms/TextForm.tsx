import { Button, Textarea, TextInput } from '@mantine/core';
import { type ComponentProps, type FormEvent, useRef, useState } from 'react';
import type { CreatorMove } from '#contract/creator/creator.ts';
import { type TextField, usePersistedText } from '#creator/data/kept-text.ts';
import { fieldProblem } from '#creator/moves/move-words.ts';
import { isBusy } from '#creator/moves/sender.ts';
import { isSending } from '#creator/moves/sending-of.ts';
import type { Moves } from '#creator/moves/use-moves.ts';
import classes from '../StepCard.module.css';

interface Props extends Pick<ComponentProps<typeof Textarea>, 'autoComplete' | 'inputMode' | 'maxLength'> {
  offerId: string;
  moves: Moves;
  field: Exclude<TextField, 'draft-caption' | 'hold-answer'>;
  label: string;
  description?: string;
  /** Text that the server already has. */
  initial?: string;
  isLong?: boolean;
  button: string;
  /** Error for an empty text. */
  empty: string;
  /** Validates the text on input; returns the problem as a sentence, or null. */
  check?: (text: string) => string | null;
  move: (text: string) => CreatorMove;
}

/** Form with one text to submit. The text stays on the device until the server has it. */
export function TextForm(props: Props) {
  const { offerId, moves, field, label, description, initial = '', isLong = false, button, empty, check, move } = props;
  const { autoComplete, inputMode, maxLength } = props;
  const [text, setText] = usePersistedText(offerId, field, initial);
  const [hasTried, setHasTried] = useState(false);
  const input = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const isEmpty = text.trim() === '';
  const problem = isEmpty ? (hasTried ? empty : null) : (check?.(text) ?? fieldProblem(moves.sending, field));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (isEmpty || check?.(text)) input.current?.focus();
    else moves.tap(move(text));
  };
  const shared = {
    label,
    description,
    autoComplete,
    inputMode,
    maxLength,
    ref: input,
    error: problem,
    // The text can't be edited while it's being sent.
    readOnly: isBusy(moves.sending),
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      moves.forget();
      setText(currentTarget.value);
    },
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {isLong ? <Textarea {...shared} autosize maxRows={12} minRows={4} /> : <TextInput {...shared} />}
      <Button disabled={isBusy(moves.sending)} loading={isSending(moves.sending, move(text).move)} type="submit">
        {button}
      </Button>
    </form>
  );
}
