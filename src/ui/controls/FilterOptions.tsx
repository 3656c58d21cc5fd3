import { Menu } from '@mantine/core';
import { Icon } from '../media/icons.tsx';
import { ButtonMenu } from './ButtonMenu.tsx';
import classes from './FilterMenu.module.css';
import type { OfButton } from './MenuButton.tsx';

interface Props {
  of: OfButton;
  options: readonly { key: string; label: string }[];
  value: string;
  onChange: (key: string) => void;
  /** Called when the user may be about to choose this option. */
  onPoint: (key: string) => void;
  counts: Readonly<Partial<Record<string, string>>>;
}

/** The menu of a `FilterMenu`. */
export function FilterOptions({ of, options, value, onChange, onPoint, counts }: Props) {
  return (
    <ButtonMenu of={of} widthPx={256}>
      <Menu.RadioGroup onChange={onChange} value={value}>
        {options.map(({ key, label }) => (
          <Menu.RadioItem
            checkIcon={<Icon name="check" size={16} />}
            className={classes.item ?? ''}
            closeMenuOnClick
            // Focus the current option first, so that arrow keys start there.
            data-autofocus={key === value || undefined}
            key={key}
            onPointerDown={() => onPoint(key)}
            onPointerEnter={() => onPoint(key)}
            rightSection={<span className={classes.count}>{counts[key] ?? ''}</span>}
            value={key}
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </ButtonMenu>
  );
}
