import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '#api/error.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { reportError } from '#app/reports/error-reports.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { fundsOf } from '#domain/money/campaign-funds.ts';
import { formatCount, formatUsd } from '#domain/money/money.ts';
import { cpmPercentLower, performancePercent, viewTarget } from '#domain/money/reach.ts';
import { remainingText } from '#domain/money/remaining-text.ts';
import { campaignPeriod } from '#domain/time/period.ts';
import { ProgressBar } from '#ui/states/ProgressBar.tsx';
import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import { campaignAnalyticsQuery } from '../queries.ts';
import classes from './PerformanceCard.module.css';

/** Actual cost per thousand views beside the planned one. */
function Cpm({ calculatedCents, budgetedCents }: { calculatedCents: number; budgetedCents: number }) {
  if (calculatedCents <= 0) return null;
  const lower = cpmPercentLower(calculatedCents, budgetedCents);
  return (
    <p className={classes.cpm}>
      <span>{formatUsd(calculatedCents)} CPM</span>
      {lower !== null && <span className={classes.lower}>{lower}% lower than budgeted</span>}
    </p>
  );
}

/** Progress of a campaign: views and their target, their cost, and the remaining budget. */
export function PerformanceCard({ campaign }: { campaign: Campaign }) {
  const { data, error, refetch } = useQuery(campaignAnalyticsQuery(campaign));
  const failed = data === undefined && error !== null;
  useRetryOnline(failed, refetch);
  useEffect(() => {
    if (failed) reportError(error);
  }, [failed, error]);
  const target = viewTarget(campaign);
  return (
    <section aria-labelledby="performance-title" className={classes.card}>
      <h2 className={classes.title} id="performance-title">
        Performance
      </h2>
      {content()}
      <Button
        className={classes.full ?? ''}
        fullWidth
        renderRoot={(props) => (
          <Link
            {...props}
            params={{ campaignId: campaign.id }}
            search={{ timePeriodType: 'range', ...campaignPeriod(campaign) }}
            to="/dashboard/analytics/campaign/$campaignId"
          />
        )}
        variant="default"
      >
        View Full Analytics
      </Button>
    </section>
  );

  function content() {
    if (failed) {
      return (
        <div className={classes.failed} role="alert">
          <strong>Error fetching analytics</strong>
          <p>Error: {messageOf(error)}</p>
        </div>
      );
    }
    if (data === undefined) {
      return (
        <Loading label="Loading performance">
          <div className={classes.skeletons}>
            <SkeletonBlock height={32} width={72} />
            <SkeletonBlock height={8} radius="xs" />
            <SkeletonBlock height={16} width="70%" />
          </div>
        </Loading>
      );
    }
    const percent = performancePercent(data.viewCount, target);
    const views = `${formatCount(data.viewCount)}${target === null ? '' : ` of ${formatCount(target)}`} views`;
    if (target === null) return <p className={classes.percent}>{views}</p>;
    const funds = fundsOf(campaign);
    return (
      <>
        <p className={classes.percent}>{percent}%</p>
        <ProgressBar label={views} percent={percent} size="thick" />
        <p className={classes.views}>{views}</p>
        {funds && <p>{remainingText(funds)}</p>}
        {campaign.CPMWorker && (
          <Cpm budgetedCents={campaign.CPMWorker.cpmCents} calculatedCents={data.calculatedCpmCentsTotal} />
        )}
      </>
    );
  }
}
