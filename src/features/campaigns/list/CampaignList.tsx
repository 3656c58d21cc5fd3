import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useMemo } from 'react';
import { messageOf } from '../../../api/error.ts';
import { comeNear } from '../../../api/near-pages.ts';
import { readFailureOf } from '../../../api/read-failure.ts';
import { useRetryOnline } from '../../../api/retry-online.ts';
import { limits } from '../../../domain/limits.ts';
import { usePageEnd } from '../../../ui/page-end.ts';
import { Empty, Failure, ReadFailure } from '../../../ui/States.tsx';
import { brandQuery } from '../../auth/queries.ts';
import { type CampaignFilterKey, campaignKeys, campaignListQuery, campaignsPageSize } from '../queries.ts';
import { CampaignBones } from './CampaignBones.tsx';
import classes from './CampaignGrid.module.css';
import { CampaignGrid } from './CampaignGrid.tsx';

const KeptBones = memo(CampaignBones);

interface Props {
  filter: CampaignFilterKey;
  onArchive: (id: string) => void;
  onCreate: () => void;
}

/** The campaigns of a filter, and what stands in their place while there are none. */
export function CampaignList({ filter, onArchive, onCreate }: Props) {
  const client = useQueryClient();
  const { data: brand } = useQuery(brandQuery());
  const list = useInfiniteQuery(campaignListQuery(filter));
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = list;
  const campaigns = useMemo(
    // A campaign that was made while one scrolls moves another onto the next page.
    () => [...new Map(data?.pages.flatMap((page) => page.data.map((each) => [each.id, each]))).values()],
    [data],
  );
  const enabled = hasNextPage && !isFetching && !isFetchNextPageError;
  usePageEnd({ enabled, withinPx: limits.scrollTriggerPx, onNear: () => void fetchNextPage() });
  useRetryOnline(error !== null, isFetchNextPageError ? fetchNextPage : refetch);
  const onShown = useCallback(
    (first: number, last: number) => {
      const pageOf = (place: number) => Math.floor(place / campaignsPageSize) + 1;
      if (comeNear(client, campaignKeys.list(filter), pageOf(first), pageOf(last))) void refetch();
    },
    [client, filter, refetch],
  );
  if (data === undefined) {
    if (error === null) return <CampaignBones count={6} label="Loading campaigns" />;
    return <ReadFailure {...readFailureOf(list)} title="Campaigns could not be loaded" />;
  }
  if (campaigns.length === 0) {
    return (
      <Empty
        action={filter === 'all' && <Button onClick={onCreate}>New Campaign</Button>}
        detail={filter === 'all' ? undefined : 'None is in this state right now.'}
        title="No campaigns found"
      />
    );
  }
  return (
    <>
      <CampaignGrid
        brandName={brand?.name}
        campaigns={campaigns}
        onArchive={onArchive}
        onShown={onShown}
        total={data.pages.at(-1)?.pagination.total ?? campaigns.length}
      />
      <div className={classes.more}>
        {isFetchNextPageError ? (
          <Failure
            detail={messageOf(error)}
            onRetry={() => void fetchNextPage()}
            title="More campaigns could not be loaded"
          />
        ) : (
          hasNextPage && <KeptBones count={3} label="Loading more campaigns" />
        )}
      </div>
    </>
  );
}
