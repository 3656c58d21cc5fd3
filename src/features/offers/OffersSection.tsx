import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readFailureOf } from '../../api/read-failure.ts';
import { useReadyChoice } from '../../api/ready-choice.ts';
import { useRetryOnline } from '../../api/retry-online.ts';
import { limits } from '../../domain/limits.ts';
import { type OfferFilterKey, offerFilters } from '../../domain/offer-stage.ts';
import { FilterMenu } from '../../ui/FilterMenu.tsx';
import { Empty, ReadFailure } from '../../ui/States.tsx';
import classes from './OffersSection.module.css';
import { offerListQuery } from './queries.ts';
import { OfferBones } from './table/OfferBones.tsx';
import { OfferRows } from './table/OfferRows.tsx';
import { OfferTable } from './table/OfferTable.tsx';
import { Pager } from './table/Pager.tsx';
import { useOfferCounts } from './table/use-offer-counts.ts';

interface Props {
  campaignId: string;
  filter: OfferFilterKey;
  page: number;
  onFilterChange: (filter: OfferFilterKey) => void;
  onPageChange: (page: number) => void;
  onOpen: (offerId: string) => void;
}

/** The offers of a campaign: a table on a desk, rows on a phone, ten at a time. */
export function OffersSection({ campaignId, filter, page, onFilterChange, onPageChange, onOpen }: Props) {
  const client = useQueryClient();
  const isWide = useMediaQuery('(min-width: 768px)', true, { getInitialValueInEffect: false });
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...offerListQuery(campaignId, filter, page),
    // The page before stands until the next is here; another filter's offers would say the wrong thing.
    placeholderData: (previous, query) => (query?.queryKey[3] === filter ? keepPreviousData(previous) : undefined),
  });
  const total = data?.pagination.total;
  const approach = (next: OfferFilterKey) => client.prefetchQuery(offerListQuery(campaignId, next, 1));
  const choose = useReadyChoice(approach, onFilterChange);
  const { counts, count } = useOfferCounts(campaignId, filter, total);
  useRetryOnline(data === undefined && error !== null, refetch);

  const lastPage = total === undefined ? page : Math.max(1, Math.ceil(total / limits.pageSize.offers));
  useEffect(() => {
    // Decisions empty a filter's last page.
    if (page > lastPage && !isPlaceholderData) onPageChange(lastPage);
  }, [page, lastPage, isPlaceholderData, onPageChange]);

  const label = offerFilters.find(({ key }) => key === filter)?.label ?? 'Offers';
  const List = isWide ? OfferTable : OfferRows;
  return (
    <section aria-labelledby="offers-title" className={classes.section}>
      <header className={classes.header}>
        <h2 className={classes.title} id="offers-title">
          Offers
        </h2>
        <FilterMenu
          counts={counts}
          label="Filter offers"
          onApproach={count}
          onChange={choose}
          onPoint={approach}
          options={offerFilters}
          value={filter}
        />
      </header>
      <div className={classes.card}>{content()}</div>
    </section>
  );

  function content() {
    if (data === undefined || total === undefined) {
      if (error === null) return <OfferBones />;
      return <ReadFailure {...readFailureOf({ error, isFetching, refetch })} title="Offers could not be loaded" />;
    }
    if (total === 0) {
      return filter === 'all' ? (
        <Empty detail="Creators appear here as soon as they are invited." icon="person" title="No offers yet" />
      ) : (
        <Empty detail="None is in this state right now." icon="person" title="No offers found" />
      );
    }
    return (
      <>
        <div aria-busy={isPlaceholderData} className={classes.list}>
          <List label={label} offers={data.data} onOpen={onOpen} />
        </div>
        <Pager
          onPage={onPageChange}
          page={isPlaceholderData ? Math.max(1, Math.min(page, lastPage)) : page}
          shown={data.data.length}
          total={total}
        />
      </>
    );
  }
}
