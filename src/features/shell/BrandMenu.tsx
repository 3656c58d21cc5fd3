import type { Brand } from '#contract/brand/brand.ts';
import { MenuButton } from '#ui/controls/MenuButton.tsx';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { Avatar } from '#ui/media/Avatar.tsx';
import { Icon } from '#ui/media/icons.tsx';
import classes from './BrandMenu.module.css';

const loadItems = async () => (await import('./BrandMenuItems.tsx')).BrandMenuItems;
const BrandMenuItems = lazyPart(loadItems);

/** The brand's picture and name, which open a menu with Settings and Logout. */
export function BrandMenu({ brand }: { brand: Pick<Brand, 'name' | 'email' | 'iconUrl'> }) {
  return (
    <MenuButton
      className={classes.target}
      label={`${brand.name}, account`}
      menu={(of) => <BrandMenuItems brand={brand} of={of} />}
      onApproach={() => void loadItems().catch(() => undefined)}
    >
      <Avatar name={brand.name} shape="square" size={32} src={brand.iconUrl} />
      <span className={classes.name} title={brand.name}>
        {brand.name}
      </span>
      <span className={classes.chevron}>
        <Icon name="down" size={16} />
      </span>
    </MenuButton>
  );
}
