import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useCallback, useMemo } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { readFailureOf } from '#app/queries/read-failure.ts';
import { useDeferredChoice } from '#app/queries/ready-choice.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { elapsedPart, previousPeriod } from '#domain/figures/comparison.ts';
import { type Day, dayOf, resolvePeriod } from '#domain/time/period.ts';
import { ReadFailure } from '#ui/states/States.tsx';
import { clsx } from '#ui/styles/clsx.ts';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import { PrintOnly } from '#ui/text/PrintOnly.tsx';
import { useNow } from '#ui/text/RelativeTime.tsx';
import classes from './AnalyticsScreen.module.css';
import { Activity } from './activity/Activity.tsx';
import { ViewsCard } from './chart/ViewsCard.tsx';
import { ExportButton } from './export/ExportButton.tsx';
import { Age, PeriodNote } from './FigureNotes.tsx';
import { PeriodPicker } from './period/PeriodPicker.tsx';
import type { PeriodChoice } from './period-choice.ts';
import { CampaignPicker } from './picker/CampaignPicker.tsx';
import { type AnalyticsScope, daysQuery, postsQuery, summaryQuery } from './queries.ts';
import { TileSkeleton, Tiles } from './tiles/Tiles.tsx';

const KeptActivity = memo(Activity);
const KeptCampaignPicker = memo(CampaignPicker);
const KeptExportButton = memo(ExportButton);
const KeptPeriodPicker = memo(PeriodPicker);
const KeptTiles = memo(Tiles);
const KeptViewsCard = memo(ViewsCard);

interface Props {
  scope: AnalyticsScope;
  choice: PeriodChoice;
  onChoose: (choice: PeriodChoice) => void;
  /** Last selectable day, if that's after today. */
  lastDay?: Day | undefined;
  /** Null for all campaigns. */
  onPick: (campaignId: string | null) => void;
  /** Shown beside the title. */
  actions?: ReactNode;
  /** Shown between the figures and the chart. */
  children?: ReactNode;
}

function periodsOf(choice: PeriodChoice, today: Day) {
  const period = resolvePeriod(choice, today);
  const passed = elapsedPart(period, today);
  return { period, passed, before: previousPeriod(passed) };
}

/** Figures of a period: eight tiles, views by day, and the performance of each post. */
export function AnalyticsScreen({ scope, choice, onChoose, lastDay, onPick, actions, children }: Props) {
  const today = dayOf(useNow());
  const online = useOnline();
  // Memoized, so that parts with these props don't rerender while only figures load.
  const { period, passed, before } = useMemo(() => periodsOf(choice, today), [choice, today]);
  const summary = useQuery({ ...summaryQuery(scope, choice, today), placeholderData: keepPreviousData });
  const previous = useQuery(summaryQuery(scope, { timePeriodType: 'range', ...before }, today));
  const client = useQueryClient();
  // Prefetches the figures when the user is about to choose a period.
  const approach = useCallback(
    (next: PeriodChoice) => client.prefetchQuery(summaryQuery(scope, next, today)),
    [client, scope, today],
  );
  const prepare = useCallback(
    (next: PeriodChoice) => {
      const { passed, before } = periodsOf(next, today);
      const figures = approach(next);
      // Fetched in parallel with the figures; each part renders when its data arrives.
      void client.prefetchQuery(daysQuery(scope, { since: before.since, until: passed.until }, passed.since));
      void client.prefetchInfiniteQuery(postsQuery(scope, next, today));
      return figures;
    },
    [approach, client, scope, today],
  );
  const choose = useDeferredChoice(prepare, onChoose);
  const { data, error, isPlaceholderData } = summary;
  useRetryOnline(data === undefined && error !== null, summary.refetch);
  const storedAt = online ? null : (data?.storedAt ?? null);
  const title = scope.kind === 'brand' ? 'Analytics' : `${scope.name} · Analytics`;

  return (
    <>
      <header className={classes.header}>
        <div className={classes.titles}>
          <PageTitle title={title}>Analytics</PageTitle>
          {scope.kind === 'campaign' && <PrintOnly>{scope.name}</PrintOnly>}
          <Age known={data !== undefined} storedAt={storedAt} updatedAt={data?.figures.updatedAt ?? null} />
        </div>
        <div className={clsx(classes.actions, actions !== undefined && classes.pair)}>
          {actions}
          <KeptExportButton period={period} scope={scope} />
        </div>
      </header>
      <div className={classes.pickers}>
        <KeptCampaignPicker onPick={onPick} scope={scope} />
        <KeptPeriodPicker
          choice={choice}
          lastDay={lastDay}
          onApproach={approach}
          onChoose={choose}
          onPress={prepare}
          today={today}
        />
      </div>
      <PeriodNote before={before} passed={passed} period={period} storedAt={storedAt} today={today} />
      <div className={classes.parts}>
        <section aria-busy={isPlaceholderData} aria-label="Figures" className={classes.busy}>
          {figures()}
        </section>
        {children}
        <KeptViewsCard before={before} passed={passed} scope={scope} />
        <KeptActivity
          choice={choice}
          key={scope.kind === 'brand' ? '' : scope.campaignId}
          scope={scope}
          today={today}
        />
      </div>
    </>
  );

  function figures() {
    if (data === undefined) {
      if (error === null) return <TileSkeleton />;
      const { detail, ...failure } = readFailureOf(summary);
      return <ReadFailure {...failure} detail={`Error: ${detail}`} title={`Unable to fetch ${scope.kind} analytics`} />;
    }
    return <KeptTiles before={isPlaceholderData ? undefined : previous.data?.figures} summary={data.figures} />;
  }
}
