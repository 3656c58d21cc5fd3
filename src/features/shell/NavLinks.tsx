import { Link } from '@tanstack/react-router';
import { Icon } from '#ui/icons.tsx';
import classes from './NavLinks.module.css';

/** Links to the app's screens; the current one is marked. */
export function NavLinks({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <nav aria-label="Main" className={classes.nav}>
      <Link
        activeProps={{ 'data-active': true }}
        className={classes.link}
        onClick={onNavigate}
        to="/dashboard/campaigns"
      >
        <Icon name="campaigns" />
        Campaigns
      </Link>
      <Link
        activeProps={{ 'data-active': true }}
        className={classes.link}
        onClick={onNavigate}
        to="/dashboard/analytics"
      >
        <Icon name="analytics" />
        Analytics
      </Link>
    </nav>
  );
}
