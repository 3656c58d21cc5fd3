import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useCallback, useMemo, useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { readFailureOf } from '../../api/read-failure.ts';
import { useReadyChoice } from '../../api/ready-choice.ts';
import { useRetryOnline } from '../../api/retry-online.ts';
import { openWizard } from '../../api/wizard-request.ts';
import { campaignFilters } from '../../domain/campaign-status.ts';
import { FilterMenu } from '../../ui/FilterMenu.tsx';
import { Icon } from '../../ui/icons.tsx';
import { OnceOpened } from '../../ui/OnceOpened.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Empty, Failure, ReadFailure } from '../../ui/States.tsx';
import { brandQuery } from '../auth/queries.ts';
import classes from './CampaignListScreen.module.css';
import { CampaignBones } from './list/CampaignBones.tsx';
import { CampaignGrid } from './list/CampaignGrid.tsx';
import { comeNear } from './list/near-pages.ts';
import { useCampaignCounts } from './list/use-campaign-counts.ts';
import { useNearBottom } from './list/use-near-bottom.ts';
import { useRememberedPlace } from './list-place.ts';
import { type CampaignFilterKey, campaignListQuery, campaignsPageSize } from './queries.ts';

const ArchiveDialog = lazy(async () => ({ default: (await import('./ArchiveDialog.tsx')).ArchiveDialog }));

interface Props {
  filter: CampaignFilterKey;
  onFilterChange: (filter: CampaignFilterKey) => void;
}

const createNew = () => openWizard({ kind: 'new' });

/** All campaigns under a filter, as cards that go on as far as one scrolls. */
export function CampaignListScreen({ filter, onFilterChange }: Props) {
  useRememberedPlace();
  const client = useQueryClient();
  const { data: brand } = useQuery(brandQuery());
  const list = useInfiniteQuery(campaignListQuery(filter));
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = list;
  const { counts, count } = useCampaignCounts(filter, data?.pages[0]?.pagination.total);
  const campaigns = useMemo(
    // A campaign that was made while one scrolls moves another onto the next page.
    () => [...new Map(data?.pages.flatMap((page) => page.data.map((each) => [each.id, each]))).values()],
    [data],
  );
  const approach = (next: Props['filter']) => client.prefetchInfiniteQuery(campaignListQuery(next));
  const choose = useReadyChoice(approach, onFilterChange);
  const [archiving, setArchiving] = useState<string | null>(null);
  useNearBottom(hasNextPage && !isFetching && !isFetchNextPageError, () => void fetchNextPage());
  useRetryOnline(error !== null, isFetchNextPageError ? fetchNextPage : refetch);
  const onShown = useCallback(
    (first: number, last: number) => {
      const pageOf = (place: number) => Math.floor(place / campaignsPageSize) + 1;
      if (comeNear(client, filter, pageOf(first), pageOf(last))) void refetch();
    },
    [client, filter, refetch],
  );

  return (
    <>
      <header className={classes.header}>
        <PageTitle title="Campaigns" />
        <FilterMenu
          counts={counts}
          label="Filter"
          onApproach={count}
          onChange={choose}
          onPoint={approach}
          options={campaignFilters}
          value={filter}
        />
        <button aria-label="New Campaign" className={classes.create} onClick={createNew} type="button">
          <Icon name="plus" size={22} />
        </button>
      </header>
      {content()}
      <OnceOpened opened={archiving !== null}>
        {(opened) => (
          <ArchiveDialog
            campaignId={opened ? archiving : null}
            onArchived={() => undefined}
            onClose={() => setArchiving(null)}
          />
        )}
      </OnceOpened>
    </>
  );

  function content() {
    if (data === undefined) {
      if (error === null) return <CampaignBones count={6} label="Loading campaigns" />;
      return <ReadFailure {...readFailureOf(list)} title="Campaigns could not be loaded" />;
    }
    if (campaigns.length === 0) {
      return (
        <Empty
          action={filter === 'all' && <Button onClick={createNew}>New Campaign</Button>}
          detail={filter === 'all' ? undefined : 'None is in this state right now.'}
          title="No campaigns found"
        />
      );
    }
    const total = data.pages.at(-1)?.pagination.total ?? campaigns.length;
    return (
      <>
        <CampaignGrid
          brandName={brand?.name}
          campaigns={campaigns}
          onArchive={setArchiving}
          onShown={onShown}
          total={total}
        />
        <div className={classes.more}>
          {isFetchNextPageError ? (
            <Failure
              detail={messageOf(error)}
              onRetry={() => void fetchNextPage()}
              title="More campaigns could not be loaded"
            />
          ) : (
            hasNextPage && <CampaignBones count={3} label="Loading more campaigns" />
          )}
        </div>
      </>
    );
  }
}
