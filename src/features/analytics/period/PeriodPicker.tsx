import { Modal, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentProps, useState } from 'react';
import { useBackButton } from '#app/shell/use-back-button.ts';
import { periodText } from '#domain/time/day-text.ts';
import { type Day, presetLabels } from '#domain/time/period.ts';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import type { PeriodChoice } from '../period-choice.ts';
import { PickerButton } from '../picker/PickerButton.tsx';
import { PeriodPanel } from './PeriodPanel.tsx';

/** The picker closes immediately, since it covers the result of the choice. */
const transition = { duration: 180, exitDuration: 0 };

/** "Last 90 days", "Nov 3 – 28, 2026". */
const choiceLabel = (choice: PeriodChoice): string =>
  choice.timePeriodType === 'preset' ? presetLabels[choice.preset] : periodText(choice);

interface Props
  extends Pick<ComponentProps<typeof PeriodPanel>, 'choice' | 'onChoose' | 'onApproach' | 'onPress' | 'today'> {
  /** Last selectable day, if that's after today. */
  lastDay?: Day | undefined;
}

/**
 * Date picker with presets and a two-month range. It opens beside the button on wide screens, and full-screen on a
 * phone.
 */
export function PeriodPicker({ choice, onChoose, onApproach, onPress, today, lastDay }: Props) {
  const [opened, setOpened] = useState(false);
  const isWide = useMediaQuery(breakpoints.wide.from, true, { getInitialValueInEffect: false });
  useBackButton(() => setOpened(false), opened && !isWide);
  const last = lastDay !== undefined && lastDay > today ? lastDay : today;
  const panel = (
    <PeriodPanel
      choice={choice}
      lastDay={last}
      onApproach={onApproach}
      onChoose={(chosen) => {
        setOpened(false);
        onChoose(chosen);
      }}
      onPress={onPress}
      today={today}
    />
  );
  const button = (
    <PickerButton
      aria-expanded={opened}
      aria-haspopup="dialog"
      icon="calendar"
      label="Period"
      onClick={() => setOpened((open) => !open)}
      value={choiceLabel(choice)}
    />
  );
  if (!isWide) {
    return (
      <>
        {button}
        <Modal
          closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
          fullScreen
          onClose={() => setOpened(false)}
          opened={opened}
          title="Period"
          transitionProps={transition}
        >
          {panel}
        </Modal>
      </>
    );
  }
  return (
    <Popover
      // Shift the popover only as far as necessary. Aligned to the other end of its button, it would cover the sidebar.
      middlewares={{ flip: { crossAxis: false }, shift: true }}
      onChange={setOpened}
      opened={opened}
      position="bottom-start"
      radius="md"
      returnFocus
      shadow="md"
      transitionProps={transition}
      trapFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>{panel}</Popover.Dropdown>
    </Popover>
  );
}
