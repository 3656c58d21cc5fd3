import { Button } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { getCreatorStatement } from '#contract/creator/creator-money.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Failure } from '#ui/states/States.tsx';
import { Section } from '#ui/text/Section.tsx';
import { isNetwork, isUnreadable } from '../data/failure.ts';
import { callCreator } from '../data/http.ts';
import { useRetryWithBackoff } from '../moves/use-retry-with-backoff.ts';
import { Notice } from '../parts/Notice.tsx';
import classes from './Statement.module.css';

const Statement = lazyPart(async () => (await import('./Statement.tsx')).Statement);

interface Props {
  token: string;
  offer: CreatorOffer;
  post: NonNullable<CreatorOffer['post']>;
}

/** The key refetches the statement when the page's figures change. */
const statementQuery = (token: string, { viewCount, earnedCents, paidAt }: Props['post']) =>
  queryOptions({
    queryKey: ['statement', viewCount, earnedCents, paidAt],
    queryFn: async ({ signal }) => (await callCreator(getCreatorStatement, { token, signal })).data,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });

const skeleton = (
  <Loading label="Loading your statement…">
    <SkeletonLines count={4} />
  </Loading>
);

/** The statement of an offer. It loads when opened, since few visits need it. */
export function StatementSection(props: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section title="Statement">
      <div className={classes.stack}>
        <p className={classes.soft}>See what you earned each day, and what you’ve been paid.</p>
        <Button
          aria-controls={id}
          aria-expanded={isOpen}
          className={classes.toggle ?? ''}
          onClick={() => setIsOpen(!isOpen)}
          variant="default"
        >
          {isOpen ? 'Hide statement' : 'Show statement'}
        </Button>
        <div id={id}>{isOpen && <OpenStatement {...props} />}</div>
      </div>
    </Section>
  );
}

function OpenStatement({ token, offer, post }: Props) {
  const { data, error, isFetching, refetch } = useQuery(statementQuery(token, post));
  useRetryWithBackoff(error, isFetching, refetch);
  if (data === undefined) {
    if (error === null) return skeleton;
    return <StatementFailure error={error} isAsking={isFetching} onAsk={() => void refetch()} />;
  }
  return (
    <ErrorBoundary
      fallback={() => <Failure onRetry={() => location.reload()} title="Your statement didn’t load" detail={null} />}
    >
      <Suspense fallback={skeleton}>
        <div role="status">
          {isNetwork(error) && <Notice icon="offline">No connection. This statement may be out of date.</Notice>}
        </div>
        <Statement campaignName={offer.campaign.name ?? offer.brand.name} statement={data} />
      </Suspense>
    </ErrorBoundary>
  );
}

function StatementFailure({ error, isAsking, onAsk }: { error: unknown; isAsking: boolean; onAsk: () => void }) {
  if (isUnreadable(error)) {
    return <Failure detail="Reload to continue." onRetry={() => location.reload()} title="This page is out of date" />;
  }
  const [title, detail] = isNetwork(error)
    ? ['No connection', 'Your statement will load when you’re back online.']
    : ['Your statement didn’t load', 'Your earnings aren’t affected.'];
  return <Failure detail={detail} onRetry={onAsk} retrying={isAsking} title={title} />;
}
