import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { readFailureOf } from '#app/queries/read-failure.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { formatCount } from '#domain/money/money.ts';
import { type OfferFilterKey, offerFilters } from '#domain/offers/offer-stage.ts';
import { limits } from '#domain/shared/limits.ts';
import { FilterMenu } from '#ui/controls/FilterMenu.tsx';
import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import { Empty, ReadFailure } from '#ui/states/States.tsx';
import classes from './OffersSection.module.css';
import { offerCountQuery, offerListQuery } from './queries.ts';
import { OfferPage } from './table/OfferPage.tsx';
import { type OfferChoice, useOfferChoice } from './use-offer-choice.ts';

/**
 * Number of a campaign's offers per filter, fetched when the user is about to open the menu.
 * @param listed total of the current list, which needs no request
 */
function useOfferCounts(campaignId: string, filter: OfferFilterKey, listed: number | undefined) {
  const [wanted, setWanted] = useState(false);
  const results = useQueries({
    queries: offerFilters.map(({ key }) => ({ ...offerCountQuery(campaignId, key), enabled: wanted })),
  });
  const counts: Partial<Record<OfferFilterKey, string>> = {};
  for (const [index, { key }] of offerFilters.entries()) {
    const total = key === filter ? (listed ?? results[index]?.data) : results[index]?.data;
    if (total !== undefined) counts[key] = formatCount(total);
  }
  return { counts, count: () => setWanted(true) };
}

const skeletonRows = Array.from({ length: 6 }, (_, index) => `offer-${index}`);

/** Placeholders the size of the offers' rows. */
function OfferSkeleton() {
  return (
    <Loading label="Loading offers">
      {skeletonRows.map((key) => (
        <div className={classes.skeletonRow} key={key}>
          <SkeletonBlock height={40} radius="full" width={40} />
          <div className={classes.skeletonNames}>
            <SkeletonBlock height={16} width="45%" />
            <SkeletonBlock height={12} width="30%" />
          </div>
          <SkeletonBlock height={22} radius="full" width={96} />
        </div>
      ))}
    </Loading>
  );
}

interface Props {
  campaignId: string;
  filter: OfferFilterKey;
  page: number;
  onChoose: (choice: OfferChoice) => void;
  onOpen: (offerId: string) => void;
  /** Link to the campaign's submissions to review, with their number. */
  toReview?: ReactNode;
}

/** A campaign's offers, ten per page: a table on wide screens, rows on a phone. */
export function OffersSection({ campaignId, filter, page, onChoose, onOpen, toReview }: Props) {
  const list = useQuery({
    ...offerListQuery(campaignId, filter, page),
    // Show the previous page until the next one loads. Another filter's offers would be wrong, so don't show those.
    placeholderData: (previous, query) => (query?.queryKey[3] === filter ? keepPreviousData(previous) : undefined),
  });
  // Reading `isFetching` here would rerender the list at each change, so only the retry button reads it.
  const { data, error, isPlaceholderData, refetch } = list;
  const total = data?.pagination.total;
  const { counts, count } = useOfferCounts(campaignId, filter, total);
  useRetryOnline(data === undefined && error !== null, refetch);

  const lastPage = total === undefined ? page : Math.max(1, Math.ceil(total / limits.pageSize.offers));
  const { approachFilter, chooseFilter, approachPage, turn } = useOfferChoice({
    campaignId,
    shown: { filter, page },
    lastPage,
    take: onChoose,
  });
  useEffect(() => {
    // Decisions can empty a filter's last page.
    if (page > lastPage && !isPlaceholderData) onChoose({ filter, page: lastPage });
  }, [filter, page, lastPage, isPlaceholderData, onChoose]);

  const view = useMemo(
    () =>
      data && {
        label: offerFilters.find(({ key }) => key === filter)?.label ?? 'Offers',
        offers: data.data,
        page: isPlaceholderData ? Math.max(1, Math.min(page, lastPage)) : page,
        total: data.pagination.total,
        isPlaceholder: isPlaceholderData,
      },
    [data, filter, isPlaceholderData, page, lastPage],
  );
  return (
    <section aria-labelledby="offers-title" className={classes.section}>
      <header className={classes.header}>
        <h2 className={classes.title} id="offers-title">
          Offers
        </h2>
        {toReview}
        <FilterMenu
          counts={counts}
          label="Filter offers"
          onApproach={count}
          onChange={chooseFilter}
          onPoint={approachFilter}
          options={offerFilters}
          value={filter}
        />
      </header>
      <div className={classes.card}>{content()}</div>
    </section>
  );

  function content() {
    if (view === undefined) {
      if (error === null) return <OfferSkeleton />;
      return <ReadFailure {...readFailureOf(list)} title="Couldn’t load offers" />;
    }
    if (view.total === 0) {
      return filter === 'all' ? (
        <Empty detail="Creators appear here once they’re invited." icon="person" title="No offers yet" />
      ) : (
        <Empty detail="No offers have this status right now." icon="person" title="No offers found" />
      );
    }
    return <OfferPage onApproach={approachPage} onOpen={onOpen} onTurn={turn} view={view} />;
  }
}
