import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { requestLogOut } from '#app/log-out-request.ts';
import type { Brand } from '#contract/brand.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/icons.tsx';
import classes from './BrandMenu.module.css';

/** The brand's picture and name, and behind it Settings and Logout. */
export function BrandMenu({ brand }: { brand: Pick<Brand, 'name' | 'email' | 'iconUrl'> }) {
  return (
    <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button aria-label={`${brand.name}, account`} className={classes.target} type="button">
          <Avatar name={brand.name} shape="square" size={32} src={brand.iconUrl} />
          <span className={classes.name}>{brand.name}</span>
          <span className={classes.chevron}>
            <Icon name="down" size={16} />
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
