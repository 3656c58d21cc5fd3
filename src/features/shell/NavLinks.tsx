import { Link } from '@tanstack/react-router';
import { useReviewCount } from '#app/device/review-counts.ts';
import { formatCount } from '#domain/money/money.ts';
import { Icon } from '#ui/media/icons.tsx';
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx';
import classes from './NavLinks.module.css';

/** Links to the app's screens; the current one is marked. */
export function NavLinks({ onNavigate }: { onNavigate?: () => void }) {
  const toReview = useReviewCount();
  return (
    <nav aria-label="Main" className={classes.nav}>
      <Link activeProps={{ 'data-active': true }} className={classes.link} onClick={onNavigate} to="/dashboard/review">
        <Icon name="review" />
        Review
        {toReview !== null && toReview > 0 && (
          <span className={classes.count}>
            {formatCount(toReview)}
            <VisuallyHidden> to review</VisuallyHidden>
          </span>
        )}
      </Link>
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
