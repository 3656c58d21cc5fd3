import { Textarea } from '@mantine/core';
import { EntriesField } from '../fields/EntriesField.tsx';
import { ExamplesField } from '../fields/ExamplesField.tsx';
import classes from '../fields/Fields.module.css';
import { Fold } from '../fields/Fold.tsx';
import type { StepProps } from '../fields/step-props.ts';

/** Dos and don'ts for creators, and optional guidance. */
export function GuidelinesStep({ form, fields, online }: StepProps) {
  const { control, formState, register } = form;
  const { errors } = formState;
  const { talkingPoints, extraNotes, examples } = fields;
  return (
    <>
      <EntriesField add="Add a do" control={control} icon="check" legend="Do's" name="dos" single="Do" />
      <EntriesField add="Add a don't" control={control} icon="close" legend="Don'ts" name="donts" single="Don't" />
      <Fold
        isFilled={talkingPoints.length > 0 || extraNotes !== '' || examples.length > 0}
        isWrong={[errors.talkingPoints, errors.extraNotes, errors.examples].some((error) => error !== undefined)}
        summary={
          <>
            Examples and notes <span className={classes.faint}>Optional</span>
          </>
        }
      >
        <ExamplesField form={form} online={online} />
        <EntriesField
          add="Add a talking point"
          control={control}
          icon="info"
          legend="Talking points"
          name="talkingPoints"
          single="Talking point"
        />
        <Textarea
          autosize
          error={errors.extraNotes?.message}
          label="Notes for creators"
          maxRows={8}
          minRows={3}
          {...register('extraNotes')}
        />
      </Fold>
    </>
  );
}
