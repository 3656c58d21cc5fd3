import { TextInput } from '@mantine/core';
import { useNow } from '#ui/RelativeTime.tsx';
import { exactDay, lastMomentBefore } from '#ui/relative-time.ts';
import { campaignSpan, lastStartDay, localDay } from '../draft/start-day.ts';
import { PlatformFields } from '../fields/PlatformFields.tsx';
import { TypeField } from '../fields/TypeField.tsx';
import type { StepProps } from './step-props.ts';

/** Name, start and platforms. */
export function OverviewStep(props: StepProps) {
  const { draft, change, problems } = props;
  const now = useNow();
  const today = localDay(now);
  const { end } = campaignSpan(draft.startOn, now);
  return (
    <>
      <TextInput
        autoComplete="off"
        error={problems.title}
        label="Title"
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        placeholder="Spring roast launch"
        value={draft.title}
      />
      <TextInput
        description={`Runs one month, until ${exactDay(lastMomentBefore(end))}`}
        error={problems.startOn}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        label="Start date"
        max={lastStartDay(now)}
        min={today}
        onChange={({ currentTarget: { value } }) => {
          // A year of five digits is one that is being typed.
          if (value === '' || /^\d{4}-/.test(value))
            change({ startOn: value === '' || value === today ? null : value });
        }}
        type="date"
        value={draft.startOn ?? today}
      />
      <PlatformFields {...props} />
      <TypeField change={change} draft={draft} />
    </>
  );
}
