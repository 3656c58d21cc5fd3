import { Link } from '@tanstack/react-router';
import { Icon } from '#ui/media/icons.tsx';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import classes from './ScreenHead.module.css';

/** Title of a screen reached from Settings, with a back link. */
export const ScreenHead = ({ title }: { title: string }) => (
  <header className={classes.header}>
    <Link aria-label="Back to settings" className={classes.back} to="/dashboard/settings">
      <Icon name="back" size={22} />
    </Link>
    <PageTitle title={title} />
  </header>
);
