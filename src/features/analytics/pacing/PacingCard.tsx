import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Campaign } from '#contract/brand/campaign.ts';
import { showsPerformance } from '#domain/campaigns/campaign-status.ts';
import { pacePeriod, pacingOf } from '#domain/figures/pacing.ts';
import { viewTarget } from '#domain/money/reach.ts';
import { dayOf } from '#domain/time/period.ts';
import { campaignAnalyticsQuery } from '#features/campaigns/public.ts';
import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { summaryQuery } from '../queries.ts';
import classes from './PacingCard.module.css';
import { PacingFacts } from './PacingFacts.tsx';

function Frame({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="pacing-title" className={classes.card}>
      <h2 className={classes.title} id="pacing-title">
        Pacing
      </h2>
      {children}
    </section>
  );
}

/** Most campaigns have a target; reserving its space avoids a layout shift. */
export function PacingSkeleton() {
  return (
    <Frame>
      <Loading label="Loading pacing">
        <SkeletonBlock height={8} radius="xs" />
      </Loading>
    </Frame>
  );
}

/** A campaign's pace toward its target; renders nothing without a target, or before the campaign starts. */
export function PacingCard({ campaign }: { campaign: Campaign }) {
  const now = useNow();
  const today = dayOf(now);
  const recentDays = pacePeriod(campaign, today);
  const scope = { kind: 'campaign', campaignId: campaign.id, name: '' } as const;
  const shown = showsPerformance(campaign) && viewTarget(campaign) !== null;
  const total = useQuery({ ...campaignAnalyticsQuery(campaign), enabled: shown });
  const recent = useQuery({
    ...summaryQuery(scope, { timePeriodType: 'range', ...(recentDays ?? { since: today, until: today }) }, today),
    enabled: shown && recentDays !== null,
  });
  // The screen already reports failed figures above, so don't report them twice.
  if (!shown || (total.data === undefined && total.error !== null)) return null;
  if (total.data === undefined || (recentDays !== null && recent.isPending)) return <PacingSkeleton />;
  const gained = recent.data?.figures.viewCount;
  const pacing = pacingOf({
    campaign,
    views: total.data.viewCount,
    recent: recentDays !== null && gained !== undefined ? { views: gained, period: recentDays } : null,
    asOf: recent.data?.storedAt ?? now,
  });
  return (
    pacing && (
      <Frame>
        <PacingFacts pacing={pacing} />
      </Frame>
    )
  );
}
