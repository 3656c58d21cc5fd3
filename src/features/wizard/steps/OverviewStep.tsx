import { TextInput } from '@mantine/core';
import { useController } from 'react-hook-form';
import { lastMomentBefore } from '#domain/time/day-text.ts';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { exactDay } from '#ui/text/relative-time.ts';
import { campaignSpan, lastStartDay, localDay } from '../draft/start-day.ts';
import { PlatformFields } from '../fields/PlatformFields.tsx';
import type { StepProps } from '../fields/step-props.ts';
import { TypeField } from '../fields/TypeField.tsx';

export function OverviewStep(props: StepProps) {
  const { form, fields } = props;
  const { control, formState, register } = form;
  const { field: startOn, fieldState } = useController({ control, name: 'startOn' });
  const now = useNow();
  const today = localDay(now);
  const { end } = campaignSpan(startOn.value, now);
  return (
    <>
      <TextInput
        autoComplete="off"
        error={formState.errors.title?.message}
        label="Title"
        placeholder="Spring roast launch"
        {...register('title')}
      />
      <TypeField chosen={fields.campaignType} register={register} />
      {fields.campaignType === 'DROP' && (
        <TextInput
          autoComplete="off"
          description="Each creator who accepts gets one."
          error={formState.errors.product?.message}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          label="Product"
          placeholder="Spring roast, 250 g bag"
          {...register('product')}
        />
      )}
      <TextInput
        description={`Runs one month, until ${exactDay(lastMomentBefore(end))}`}
        error={fieldState.error?.message}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        label="Start date"
        max={lastStartDay(now)}
        min={today}
        onChange={({ currentTarget: { value } }) => {
          // Ignore years of five digits, which occur during typing.
          if (value === '' || /^\d{4}-/.test(value)) startOn.onChange(value === '' || value === today ? null : value);
        }}
        type="date"
        value={startOn.value ?? today}
      />
      <PlatformFields {...props} />
    </>
  );
}
