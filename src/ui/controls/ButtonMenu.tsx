import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { StandIn } from '../states/stand-in.ts';
import type { OfButton } from './MenuButton.tsx';

interface Props {
  of: OfButton;
  widthPx: number;
  children: ReactNode;
}

/** The menu of a `MenuButton`, below it. */
export function ButtonMenu({ of: { id, button, opened, onChange }, widthPx, children }: Props) {
  return (
    <Menu
      id={id}
      onChange={onChange}
      opened={opened}
      position="bottom-end"
      width={widthPx}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <StandIn for={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
