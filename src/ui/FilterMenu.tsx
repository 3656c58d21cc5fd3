import { Menu } from '@mantine/core';
import classes from './FilterMenu.module.css';
import { Icon } from './icons.tsx';

interface Props<Key extends string> {
  /** Name for screen readers. */
  label: string;
  options: readonly { key: Key; label: string }[];
  value: Key;
  onChange: (key: Key) => void;
  /** Number of entries of each option; a place is kept for unknown ones. */
  counts: Readonly<Partial<Record<Key, string>>>;
  /** The menu opens, or is about to: time to count. */
  onApproach: () => void;
  /** An option may be chosen next. */
  onPoint: (key: Key) => void;
}

/** One filter at a time: the current one stands on the button, the menu has all with their counts. */
export function FilterMenu<Key extends string>({
  label,
  options,
  value,
  onChange,
  counts,
  onApproach,
  onPoint,
}: Props<Key>) {
  const current = options.find(({ key }) => key === value);
  return (
    <Menu onOpen={onApproach} position="bottom-end" width={256} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          aria-label={`${label}: ${current?.label ?? ''}`}
          className={classes.button}
          onFocus={onApproach}
          onPointerEnter={onApproach}
          type="button"
        >
          <span className={classes.sign}>
            <Icon name="filter" size={18} />
          </span>
          <span className={classes.current}>{current?.label}</span>
          {counts[value] !== undefined && <span className={classes.count}>{counts[value]}</span>}
          <Icon className={classes.chevron} name="down" size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup onChange={(key) => onChange(key as Key)} value={value}>
          {options.map((option) => (
            <Menu.RadioItem
              checkIcon={<Icon name="check" size={16} />}
              className={classes.item ?? ''}
              closeMenuOnClick
              // The arrow keys go on from where one stands.
              data-autofocus={option.key === value || undefined}
              key={option.key}
              onPointerDown={() => onPoint(option.key)}
              onPointerEnter={() => onPoint(option.key)}
              rightSection={<span className={classes.count}>{counts[option.key] ?? ''}</span>}
              value={option.key}
            >
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
