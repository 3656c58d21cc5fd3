import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { messageOf } from '#api/error.ts';
import { useLongList } from '#app/queries/long-list.ts';
import { readFailureOf } from '#app/queries/read-failure.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { limits } from '#domain/shared/limits.ts';
import { brandQuery } from '#features/auth/public.ts';
import { usePageEnd } from '#ui/lists/page-end.ts';
import { Loading, MoreSkeleton, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import { Empty, Failure, ReadFailure } from '#ui/states/States.tsx';
import { type CampaignFilterKey, campaignKeys, campaignListQuery } from '../queries.ts';
import classes from './CampaignGrid.module.css';
import { CampaignGrid } from './CampaignGrid.tsx';

/** Placeholders of the same size as the cards. */
function CampaignSkeleton({ count, label }: { count: number; label: string }) {
  return (
    <Loading label={label}>
      <div className={classes.skeletons}>
        {Array.from({ length: count }, (_, index) => `card-${index}`).map((key) => (
          <div className={classes.skeleton} key={key}>
            <div className={classes.skeletonHead}>
              <SkeletonBlock height={20} width="58%" />
              <SkeletonBlock height={22} radius="full" width={76} />
            </div>
            <SkeletonBlock height={16} width="44%" />
            <SkeletonBlock height={22} width="52%" />
            <div className={classes.skeletonFoot}>
              <SkeletonBlock height={12} width="36%" />
              <SkeletonBlock height={4} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

const KeptSkeleton = memo(CampaignSkeleton);
const keyOf = ({ id }: Campaign) => id;

interface Props {
  filter: CampaignFilterKey;
  onArchive: (campaign: Campaign) => void;
  onCreate: () => void;
}

/** The campaigns matching a filter, or a message while there are none. */
export function CampaignList({ filter, onArchive, onCreate }: Props) {
  const { data: brand } = useQuery(brandQuery());
  const list = useInfiniteQuery(campaignListQuery(filter));
  const { data, error, hasNextPage, isFetchNextPageError, fetchNextPage } = list;
  const queryKey = campaignKeys.list(filter);
  const { pageSize } = limits;
  const { rows, total, canLoadMore, loadMore, onShown } = useLongList({
    list,
    queryKey,
    pageSize: pageSize.campaigns,
    keyOf,
  });
  usePageEnd({ enabled: canLoadMore, withinPx: limits.scrollTriggerPx, onNear: loadMore });
  if (data === undefined) {
    if (error === null) return <CampaignSkeleton count={6} label="Loading campaigns" />;
    return <ReadFailure {...readFailureOf(list)} title="Couldn’t load campaigns" />;
  }
  if (rows.length === 0) {
    return (
      <Empty
        action={filter === 'all' && <Button onClick={onCreate}>New Campaign</Button>}
        detail={filter === 'all' ? undefined : 'No campaigns have this status right now.'}
        title="No campaigns found"
      />
    );
  }
  return (
    <>
      <CampaignGrid brandName={brand?.name} campaigns={rows} onArchive={onArchive} onShown={onShown} total={total} />
      <div className={classes.more}>
        {isFetchNextPageError ? (
          <Failure
            detail={messageOf(error)}
            onRetry={() => void fetchNextPage()}
            title="Couldn’t load more campaigns"
          />
        ) : (
          hasNextPage && (
            <MoreSkeleton>
              <KeptSkeleton count={3} label="Loading more campaigns" />
            </MoreSkeleton>
          )
        )}
      </div>
    </>
  );
}
