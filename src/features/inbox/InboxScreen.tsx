import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useDecisionsSince } from '#app/intents/local-decision.ts';
import { readFailureOf } from '#app/queries/read-failure.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import type { InboxFilter } from '#domain/review/review-inbox.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { Empty, ReadFailure } from '#ui/states/States.tsx';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { InboxFinished } from './InboxFinished.tsx';
import classes from './InboxScreen.module.css';
import { InboxSkeleton } from './InboxSkeleton.tsx';
import { LastDecision, useLastDecision } from './LastDecision.tsx';
import { InboxFilters } from './list/InboxFilters.tsx';
import { SubmissionList } from './list/SubmissionList.tsx';
import { NewsSinceLastVisit } from './news/NewsSinceLastVisit.tsx';
import { useNews } from './news/use-news.ts';
import { SubmissionDrawer, SubmissionPane } from './SubmissionPane.tsx';
import { useInbox } from './use-inbox.ts';
import { type OpenSubmission, useOpenSubmission } from './use-open-submission.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutsDialog = lazyPart(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);

interface Props {
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  /** Id of the offer in the URL, if any. */
  offerId: string | undefined;
  /** Opens a submission as a new history entry, which closing removes. */
  onOpen: (offerId: string) => void;
  /** Replaces the open submission with another one, or closes it. */
  onSwap: (offerId: string | undefined) => void;
  onClose: () => void;
}

/** Everything that awaits the brand's decision, across campaigns: a list, and one submission at a time. */
export function InboxScreen({ filter, onFilter, offerId, onOpen, onSwap, onClose }: Props) {
  // This width fits a list and a player side by side.
  const isDesk = useMediaQuery(breakpoints.desk.from, true, { getInitialValueInEffect: false });
  const since = dayjs(useNow()).startOf('day').valueOf();
  const decided = useDecisionsSince(since);
  const { read, all, shown, campaigns, titleOf } = useInbox(filter, decided);
  const news = useNews(all);
  const open = useOpenSubmission({ shown, filter, isDesk, offerId, onOpen, onSwap, onClose });
  const last = useLastDecision(decided[0]);
  useRetryOnline(all === undefined && read.error !== null, read.refetch);

  const notice = last && (
    <div className={classes.notice}>
      <LastDecision key={last.made.actionId} {...last} onUndone={({ offerId: undone }) => open.show(undone)} />
    </div>
  );
  return (
    <>
      <InboxHeader hasSubmissions={all !== undefined && all.length > 0} open={open} />
      {content()}
    </>
  );

  function content() {
    if (all === undefined || shown === undefined || !news.isReady) {
      if (read.error === null) return <InboxSkeleton />;
      return <ReadFailure {...readFailureOf(read)} title="Couldn’t load submissions" />;
    }
    const isOpen = offerId !== undefined;
    const listed = all.find(({ id }) => id === open.id);
    const sinceLastLook = news.since && news.news && <NewsSinceLastVisit news={news.news} since={news.since} />;
    return (
      <>
        {all.length === 0 ? (
          <>
            {!isOpen && notice}
            {sinceLastLook}
            <InboxFinished decided={decided} onOpen={onOpen} titleOf={titleOf} />
          </>
        ) : (
          <div className={classes.columns}>
            <div className={classes.side}>
              {sinceLastLook}
              <InboxFilters campaigns={campaigns} filter={filter} onChange={onFilter} />
              {!isDesk && !isOpen && notice}
              {shown.length === 0 ? (
                <NothingFound
                  count={all.length}
                  onShowAll={() => onFilter({ kind: 'all', campaignId: undefined, text: '' })}
                />
              ) : (
                <SubmissionList current={open.id} offers={shown} onOpen={open.show} titleOf={titleOf} />
              )}
            </div>
            {isDesk && <SubmissionPane listed={listed} notice={notice} open={open} />}
          </div>
        )}
        {(!isDesk || all.length === 0) && (
          <SubmissionDrawer isDesk={isDesk} listed={listed} notice={notice} open={open} opened={isOpen} />
        )}
      </>
    );
  }
}

/** The screen's title, and its keyboard shortcuts with the dialog that lists them. */
function InboxHeader({ hasSubmissions, open }: { hasSubmissions: boolean; open: OpenSubmission }) {
  const [asksKeys, setAsksKeys] = useState(false);
  useShortcuts(open.pane, [
    ['ArrowDown', () => open.move(1)],
    ['ArrowUp', () => open.move(-1)],
    ['?', () => setAsksKeys(true)],
  ]);
  return (
    <>
      <header className={classes.header}>
        <PageTitle title="Review" />
        {hasSubmissions && (
          <Button className={classes.keys ?? ''} onClick={() => setAsksKeys(true)} size="compact-md" variant="subtle">
            Keyboard shortcuts
          </Button>
        )}
      </header>
      <OnceOpened opened={asksKeys}>
        {(opened) => <ShortcutsDialog onClose={() => setAsksKeys(false)} opened={opened} />}
      </OnceOpened>
    </>
  );
}

function NothingFound({ count, onShowAll }: { count: number; onShowAll: () => void }) {
  return (
    <Empty
      action={
        <Button onClick={onShowAll} variant="default">
          Show all ({count})
        </Button>
      }
      detail="Try another search or filter."
      title="No submissions found"
    />
  );
}
