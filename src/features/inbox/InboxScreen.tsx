import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useDecidedSince } from '#app/intents/decided.ts';
import { readFailureOf } from '#app/queries/read-failure.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import type { InboxFilter } from '#domain/review/review-inbox.ts';
import { takeFromReview } from '#features/offers/public.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { Empty, ReadFailure } from '#ui/states/States.tsx';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { Deck } from './deck/Deck.tsx';
import { slideAway } from './deck/slide-away.ts';
import { Finished } from './Finished.tsx';
import classes from './InboxScreen.module.css';
import { InboxSkeleton } from './InboxSkeleton.tsx';
import { LastDecision } from './LastDecision.tsx';
import { InboxFilters } from './list/InboxFilters.tsx';
import { SubmissionList } from './list/SubmissionList.tsx';
import { SinceLastLook } from './news/SinceLastLook.tsx';
import { useNews } from './news/use-news.ts';
import { Submission } from './Submission.tsx';
import { useInbox } from './use-inbox.ts';
import { useRun } from './use-run.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutsDialog = lazyPart(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);

interface Props {
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  /** The submission in the URL, if any. */
  offerId: string | undefined;
  /** Opens a submission as a new history entry, which closing removes. */
  onOpen: (offerId: string) => void;
  /** Replaces the open submission with another or none. */
  onSwap: (offerId: string | undefined) => void;
  onClose: () => void;
}

/** Everything that awaits the brand's decision, across campaigns: a list, and one submission at a time. */
export function InboxScreen({ filter, onFilter, offerId, onOpen, onSwap, onClose }: Props) {
  const client = useQueryClient();
  // A list and a player fit side by side.
  const isDesk = useMediaQuery(breakpoints.desk.from, true, { getInitialValueInEffect: false });
  const since = dayjs(useNow()).startOf('day').valueOf();
  const decided = useDecidedSince(since);
  const { read, all, shown, campaigns, titleOf } = useInbox(filter, decided);
  const news = useNews(all);
  const ids = useMemo(() => shown?.map(({ id }) => id), [shown]);
  const run = useRun(ids, JSON.stringify(filter));
  const [asksKeys, setAsksKeys] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  useRetryOnline(all === undefined && read.error !== null, read.refetch);

  const currentId = offerId ?? (isDesk ? ids?.[0] : undefined);
  const show = useCallback((id: string) => (offerId === undefined ? onOpen : onSwap)(id), [offerId, onOpen, onSwap]);
  const move = (step: 1 | -1) => {
    const next = currentId === undefined ? ids?.[0] : run.neighbour(currentId, step);
    if (next) onSwap(next);
  };
  useShortcuts(pane, [
    ['ArrowDown', () => move(1)],
    ['ArrowUp', () => move(-1)],
    ['?', () => setAsksKeys(true)],
  ]);

  const decide = (id: string) => {
    const next = run.after(id);
    takeFromReview(client, id);
    if (next !== null && !isDesk) slideAway(pane.current, 1);
    if (next !== null) onSwap(next);
    else if (isDesk) onSwap(undefined);
    else onClose();
  };
  const newest = decided[0];
  // Time of the latest decision shown here; initially, when the inbox was opened.
  const [latestAt, setLatestAt] = useState(Date.now);
  const [openedAt] = useState(latestAt);
  if (newest !== undefined && newest.at > latestAt) setLatestAt(newest.at);
  const noticed = newest !== undefined && newest.at >= openedAt ? newest : null;
  const notice = noticed && (
    <div className={classes.notice}>
      <LastDecision
        isEarlier={noticed.at < latestAt}
        key={noticed.actionId}
        made={noticed}
        onUndone={({ offerId: undone }) => show(undone)}
      />
    </div>
  );

  const listed = all?.find(({ id }) => id === currentId);
  const submission = (title: (name: ReactNode) => ReactNode, close?: () => void) =>
    currentId !== undefined && (
      <Submission
        key={currentId}
        listed={listed}
        notice={notice}
        offerId={currentId}
        onClose={close}
        onDecided={decide}
        onShow={onSwap}
        run={run}
        title={title}
      />
    );
  return (
    <>
      <header className={classes.header}>
        <PageTitle title="Review" />
        {all !== undefined && all.length > 0 && (
          <Button className={classes.keys ?? ''} onClick={() => setAsksKeys(true)} size="compact-md" variant="subtle">
            Keyboard shortcuts
          </Button>
        )}
      </header>
      {content()}
      <OnceOpened opened={asksKeys}>
        {(opened) => <ShortcutsDialog onClose={() => setAsksKeys(false)} opened={opened} />}
      </OnceOpened>
    </>
  );

  function content() {
    if (all === undefined || shown === undefined || !news.isReady) {
      if (read.error === null) return <InboxSkeleton />;
      return <ReadFailure {...readFailureOf(read)} title="Couldn’t load submissions" />;
    }
    const isOpen = offerId !== undefined;
    const sinceLastLook = news.since && news.news && <SinceLastLook news={news.news} since={news.since} />;
    return (
      <>
        {all.length === 0 ? (
          <>
            {!isOpen && notice}
            {sinceLastLook}
            <Finished decided={decided} onOpen={onOpen} titleOf={titleOf} />
          </>
        ) : (
          <div className={classes.columns}>
            <div className={classes.side}>
              {sinceLastLook}
              <InboxFilters campaigns={campaigns} filter={filter} onChange={onFilter} />
              {!isDesk && !isOpen && notice}
              {shown.length === 0 ? (
                <Empty
                  action={
                    <Button
                      onClick={() => onFilter({ kind: 'all', campaignId: undefined, text: '' })}
                      variant="default"
                    >
                      Show all ({all.length})
                    </Button>
                  }
                  detail="Try another search or filter."
                  title="No submissions found"
                />
              ) : (
                <SubmissionList current={currentId} offers={shown} onOpen={show} titleOf={titleOf} />
              )}
            </div>
            {isDesk && (
              <div className={classes.pane} ref={pane}>
                {submission((name) => (
                  <h2>{name}</h2>
                ))}
              </div>
            )}
          </div>
        )}
        {(!isDesk || all.length === 0) && (
          <Drawer.Root
            onClose={onClose}
            opened={isOpen}
            position="right"
            size={isDesk ? 480 : '100%'}
            transitionProps={{ duration: 150 }}
          >
            <Drawer.Overlay backgroundOpacity={0.35} />
            <Drawer.Content>
              <Deck
                card={pane}
                neighbour={(step) => (currentId === undefined ? null : run.neighbour(currentId, step))}
                onShow={onSwap}
                shown={currentId}
              >
                {submission(
                  (name) => (
                    <Drawer.Title>{name}</Drawer.Title>
                  ),
                  onClose,
                )}
              </Deck>
            </Drawer.Content>
          </Drawer.Root>
        )}
      </>
    );
  }
}
