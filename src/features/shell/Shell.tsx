import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useReviewCount } from '#app/device/review-counts.ts';
import { openWizard } from '#app/shell/wizard-request.ts';
import { formatCompact } from '#domain/money/money.ts';
import { brandQuery } from '#features/auth/public.ts';
import { AddFundsButton } from '#features/billing/public.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { Mark } from '#ui/text/Mark.tsx';
import { Balance } from './Balance.tsx';
import { BrandMenu } from './BrandMenu.tsx';
import { NavLinks } from './NavLinks.tsx';
import classes from './Shell.module.css';

const MenuDrawer = lazyPart(async () => (await import('./MenuDrawer.tsx')).MenuDrawer);

function NewCampaignButton({ onPress }: { onPress?: () => void }) {
  const press = () => {
    onPress?.();
    openWizard({ kind: 'new' });
  };
  return (
    <Button fullWidth leftSection={<Icon name="plus" size={18} />} onClick={press}>
      New Campaign
    </Button>
  );
}

/** Link to the inbox, shown while the sidebar is hidden. */
function ReviewLink() {
  const toReview = useReviewCount() ?? 0;
  return (
    <Link
      aria-label={toReview > 0 ? `Review, ${toReview} to review` : 'Review'}
      className={classes.review}
      to="/dashboard/review"
    >
      <Icon name="review" size={24} />
      {toReview > 0 && <span className={classes.count}>{formatCompact(toReview)}</span>}
    </Link>
  );
}

interface Props {
  banner: ReactNode;
  /** Hint that floats over the end of the page, such as how to install the app. */
  hint: ReactNode;
  children: ReactNode;
}

/** Layout of every dashboard screen: bar, banner, sidebar. Shown once the brand is known. */
export function Shell({ banner, hint, children }: Props) {
  const { data: brand } = useSuspenseQuery(brandQuery());
  const [menuOpen, menu] = useDisclosure(false);
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <header className={classes.top}>
        <div className={classes.bar}>
          <button aria-label="Open menu" className={classes.menuButton} onClick={menu.open} type="button">
            <Icon name="menu" size={24} />
          </button>
          <Link aria-label="Afield, campaigns" className={classes.home} to="/dashboard/campaigns">
            <Mark size={32} />
            <span className={classes.word}>Afield</span>
          </Link>
          <ReviewLink />
          <Balance brand={brand} place="bar" />
          <AddFundsButton place="bar" />
          <BrandMenu brand={brand} />
        </div>
        <div className={classes.banner}>{banner}</div>
      </header>
      <aside className={classes.sidebar}>
        <NewCampaignButton />
        <NavLinks />
      </aside>
      <OnceOpened opened={menuOpen}>
        {(opened) => (
          <MenuDrawer onClose={menu.close} opened={opened}>
            <Balance brand={brand} place="sidebar" />
            <AddFundsButton onPress={menu.close} place="page" />
            <NewCampaignButton onPress={menu.close} />
            <NavLinks onNavigate={menu.close} />
          </MenuDrawer>
        )}
      </OnceOpened>
      <main className={classes.content} id="content" tabIndex={-1}>
        {children}
      </main>
      {hint}
    </div>
  );
}
