import { lazyPart } from '../loading/lazy-part.ts';
import { Icon } from '../media/icons.tsx';
import classes from './FilterMenu.module.css';
import { MenuButton } from './MenuButton.tsx';

const loadOptions = async () => (await import('./FilterOptions.tsx')).FilterOptions;
const FilterOptions = lazyPart(loadOptions);

interface Props<Key extends string> {
  /** Name for screen readers. */
  label: string;
  /** `short` replaces the label on narrow screens, where the title beside the button says the rest. */
  options: readonly { key: Key; label: string; short?: string }[];
  value: Key;
  onChange: (key: Key) => void;
  /** Number of entries of each option; a place is kept for unknown ones. */
  counts: Readonly<Partial<Record<Key, string>>>;
  /** The menu opens, or is about to: time to count. */
  onApproach: () => void;
  /** An option may be chosen next. */
  onPoint: (key: Key) => void;
}

/** One filter at a time: the button shows the current one, the menu has all with their counts. */
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
    <MenuButton
      className={classes.button}
      label={`${label}: ${current?.label ?? ''}`}
      menu={(of) => (
        <FilterOptions
          counts={counts}
          of={of}
          onChange={(key) => onChange(key as Key)}
          onPoint={(key) => onPoint(key as Key)}
          options={options}
          value={value}
        />
      )}
      onApproach={() => {
        void loadOptions().catch(() => undefined);
        onApproach();
      }}
    >
      <span className={classes.sign}>
        <Icon name="filter" size={18} />
      </span>
      <span className={classes.current} data-short={current?.short}>
        <span>{current?.label}</span>
      </span>
      {counts[value] !== undefined && <span className={classes.count}>{counts[value]}</span>}
      <Icon className={classes.chevron} name="down" size={16} />
    </MenuButton>
  );
}
