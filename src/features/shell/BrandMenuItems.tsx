import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { requestLogOut } from '#app/session/log-out-request.ts';
import type { Brand } from '#contract/brand/brand.ts';
import { ButtonMenu } from '#ui/controls/ButtonMenu.tsx';
import type { OfButton } from '#ui/controls/MenuButton.tsx';
import { Icon } from '#ui/media/icons.tsx';
import classes from './BrandMenu.module.css';

interface Props {
  of: OfButton;
  brand: Pick<Brand, 'name' | 'email'>;
}

/** The menu of a `BrandMenu`. */
export function BrandMenuItems({ of, brand }: Props) {
  return (
    <ButtonMenu of={of} widthPx={240}>
      <div className={classes.who}>
        <strong>{brand.name}</strong>
        <span>{brand.email}</span>
      </div>
      <Menu.Item
        className={classes.item}
        leftSection={<Icon name="settings" />}
        renderRoot={(props) => <Link {...props} to="/dashboard/settings" />}
      >
        Settings
      </Menu.Item>
      <Menu.Item className={classes.item} leftSection={<Icon name="logout" />} onClick={requestLogOut}>
        Logout
      </Menu.Item>
    </ButtonMenu>
  );
}
