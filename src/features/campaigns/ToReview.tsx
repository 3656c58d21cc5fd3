import { Link } from '@tanstack/react-router';
import { useReviewCounts } from '#app/device/review-counts.ts';
import classes from './ToReview.module.css';

/** Number of a campaign's submissions that await the brand; links to the inbox filtered by that campaign. */
export function ToReview({ campaignId }: { campaignId: string }) {
  const count = useReviewCounts()?.byCampaign[campaignId];
  if (count === undefined) return null;
  return (
    <Link className={classes.toReview} search={{ campaign: campaignId }} to="/dashboard/review">
      {count} to review
    </Link>
  );
}
