import { lazyPart } from '../loading/lazy-part.ts';
import { Icon } from '../media/icons.tsx';
import classes from './FilterMenu.module.css';
import { MenuButton } from './MenuButton.tsx';

const loadOptions = async () => (await import('./FilterOptions.tsx')).FilterOptions;
const FilterOptions = lazyPart(loadOptions);

interface Props<Key extends string> {
  /** Name for screen readers. */
  label: string;
  /** `short` replaces the label on narrow screens, where the title beside the button gives the context. */
  options: readonly { key: Key; label: string; short?: string }[];
  value: Key;
  onChange: (key: Key) => void;
  /** Number of entries per option; space is reserved for unknown counts. */
  counts: Readonly<Partial<Record<Key, string>>>;
  /** Called when the menu is open or about to open, so that counts can be fetched. */
  onApproach: () => void;
  /** Called when the user may be about to choose this option. */
  onPoint: (key: Key) => void;
}

/** A single-choice filter: the button shows the current option, the menu lists all with their counts. */
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
