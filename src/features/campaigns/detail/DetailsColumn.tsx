import { memo, Suspense } from 'react';
import type { Campaign } from '#contract/brand/campaign.ts';
import { canChange, showsPerformance } from '#domain/campaigns/campaign-status.ts';
import { formatCompact } from '#domain/money/money.ts';
import { openProposal } from '#domain/money/proposal.ts';
import { performancePercent, viewTarget } from '#domain/money/reach.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { ProgressBar } from '#ui/states/ProgressBar.tsx';
import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { dateRangeOf } from '../dates.ts';
import { DetailsCard } from './DetailsCard.tsx';
import classes from './DetailsColumn.module.css';
import { Fold } from './Fold.tsx';
import { PerformanceCard } from './PerformanceCard.tsx';

const ManageCard = lazyPart(async () => (await import('../manage/ManageCard.tsx')).ManageCard);

const ProposalCard = lazyPart(async () => (await import('../manage/ProposalCard.tsx')).ProposalCard);

/** The column in one line: the progress, or the dates. */
function Summary({ campaign }: { campaign: Campaign }) {
  const now = useNow();
  const target = viewTarget(campaign);
  if (target === null || campaign.viewCount === undefined) return dateRangeOf(campaign, now);
  const words = `${formatCompact(campaign.viewCount)} of ${formatCompact(target)} views`;
  return (
    <span className={classes.summary}>
      <span>{words}</span>
      <ProgressBar label={words} percent={performancePercent(campaign.viewCount, target)} />
    </span>
  );
}

interface Props {
  campaign: Campaign;
  folded: boolean;
  onArchive: () => void;
}

/**
 * Performance and terms; folded if no column fits beside the offers. Memoized, since the screen rerenders for each page
 * of offers.
 */
export const DetailsColumn = memo(function DetailsColumn({ campaign, folded, onArchive }: Props) {
  return (
    <Fold foldable={folded} summary={folded && <Summary campaign={campaign} />}>
      <div className={classes.column}>
        {openProposal(campaign) && (
          <Suspense fallback={<div className={classes.proposal} />}>
            <ProposalCard campaign={campaign} />
          </Suspense>
        )}
        {showsPerformance(campaign) && <PerformanceCard campaign={campaign} />}
        <DetailsCard campaign={campaign} onArchive={onArchive} />
        <Suspense>{canChange(campaign) && <ManageCard campaign={campaign} />}</Suspense>
      </div>
    </Fold>
  );
});

export function DetailSkeleton() {
  return (
    <Loading label="Loading campaign">
      <div className={classes.column}>
        <SkeletonBlock height={28} width="56%" />
        <SkeletonBlock height={46} radius="md" />
        <SkeletonBlock height={48} radius="md" />
        <SkeletonBlock height={320} radius="md" />
      </div>
    </Loading>
  );
}
