import { Menu } from '@mantine/core';
import { Icon } from '#ui/media/icons.tsx';
import { PickerButton } from '../picker/PickerButton.tsx';
import classes from './Activity.module.css';
import { type ColumnKey, columns } from './columns.ts';

interface Props {
  shown: readonly ColumnKey[];
  onChange: (shown: readonly ColumnKey[]) => void;
}

/** Menu to choose the table's columns. */
export function ColumnsMenu({ shown, onChange }: Props) {
  const toggle = (key: ColumnKey, isShown: boolean) =>
    onChange(columns.map((column) => column.key).filter((each) => (each === key ? isShown : shown.includes(each))));
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <PickerButton
          aria-label={`Columns: ${shown.length} of ${columns.length} shown`}
          icon="columns"
          label="Columns"
          value="Columns"
        />
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ key, label }) => (
          <Menu.CheckboxItem
            checked={shown.includes(key)}
            checkIcon={<Icon name="check" size={16} />}
            className={classes.menuItem ?? ''}
            key={key}
            onChange={(isShown) => toggle(key, isShown)}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
