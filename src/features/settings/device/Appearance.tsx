import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import { Section } from '#ui/text/Section.tsx';
import classes from '../Settings.module.css';

const option = (value: 'light' | 'dark' | 'auto', icon: IconName, label: string) => ({
  value,
  label: (
    <span className={classes.scheme}>
      <Icon name={icon} size={18} />
      {label}
    </span>
  ),
});

/** Light, dark, or the system's color scheme; stored on this device. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Appearance">
      <SegmentedControl
        aria-label="Appearance"
        classNames={{ root: classes.schemes ?? '', control: classes.schemeControl ?? '' }}
        data={[option('light', 'sun', 'Light'), option('dark', 'moon', 'Dark'), option('auto', 'device', 'System')]}
        fullWidth
        onChange={setColorScheme}
        size="md"
        value={colorScheme}
      />
    </Section>
  );
}
