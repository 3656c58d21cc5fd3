import { NativeSelect, Switch } from '@mantine/core';
import { useHoldSetting, writeHoldSetting } from '#app/device/hold-setting.ts';
import { Section } from '#ui/text/Section.tsx';

const times = [
  { value: '0', label: 'Send immediately' },
  { value: '3000', label: '3 seconds' },
  { value: '6000', label: '6 seconds' },
  { value: '10000', label: '10 seconds' },
  { value: '30000', label: '30 seconds' },
];

/** The time to undo a decision before it's sent, on this device. */
export function UndoTime() {
  const hold = useHoldSetting();
  const { ms, everywhere } = hold;
  return (
    <Section title="Review">
      <NativeSelect
        data={times}
        description="Leaving Afield sends a decision right away, or the next time you open it if the browser doesn’t allow that."
        label="Time to undo a decision"
        onChange={({ currentTarget }) => writeHoldSetting({ ...hold, ms: Number(currentTarget.value) })}
        value={String(ms)}
      />
      <Switch
        checked={everywhere}
        label="Also on campaign pages"
        onChange={({ currentTarget }) => writeHoldSetting({ ...hold, everywhere: currentTarget.checked })}
      />
    </Section>
  );
}
