import { Combobox } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type UIEvent, useEffect } from 'react';
import { readFailureOf } from '#app/queries/read-failure.ts';
import { campaignTitle } from '#domain/campaigns/campaign-status.ts';
import { brandQuery } from '#features/auth/public.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { ReadFailure } from '#ui/states/States.tsx';
import { pickableCampaignsQuery } from '../queries.ts';
import { allCampaigns } from './all-campaigns.ts';
import classes from './CampaignPicker.module.css';

/** Distance from the end of the list at which the next page is fetched. */
const nearPx = 200;
/** Number of matches that fill the list; a search then stops loading pages. */
const enoughFound = 20;

interface Props {
  /** Id of a campaign, or `all`. */
  current: string;
  search: string;
}

/** Campaigns matching a search, newest first. */
export function CampaignOptions({ current, search }: Props) {
  const { data: brand } = useQuery(brandQuery());
  const list = useInfiniteQuery(pickableCampaignsQuery());
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const wanted = search.trim().toLowerCase();
  const found = (data?.pages ?? [])
    .flatMap((page) => page.data)
    .map((campaign) => ({ ...campaign, title: campaignTitle(campaign, brand?.name) }))
    .filter(({ title }) => title.toLowerCase().includes(wanted));
  const canGoOn = hasNextPage && !isFetching && !isFetchNextPageError;
  const goesOn = canGoOn && wanted !== '' && found.length < enoughFound;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    if (canGoOn && scrollHeight - scrollTop - clientHeight <= nearPx) void fetchNextPage();
  };

  return (
    <div className={classes.box} onScroll={onScroll}>
      <Combobox.Options aria-label="Campaigns">
        {'all campaigns'.includes(wanted) && (
          <Combobox.Option active={current === allCampaigns} className={classes.option ?? ''} value={allCampaigns}>
            <span className={classes.name}>All Campaigns</span>
            {current === allCampaigns && <Icon name="check" size={16} />}
          </Combobox.Option>
        )}
        {found.map(({ id, title, status }) => (
          <Combobox.Option active={id === current} className={classes.option ?? ''} key={id} value={id}>
            <span className={classes.name}>{title}</span>
            {status === 'ARCHIVED' && <span className={classes.aside}>Archived</span>}
            {id === current && <Icon name="check" size={16} />}
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {after()}
    </div>
  );

  function after() {
    if (error !== null) return <ReadFailure {...readFailureOf(list)} title="Couldn’t load campaigns" />;
    if (data === undefined || hasNextPage) {
      return (
        <div className={classes.more}>
          <Loading label="Loading campaigns">
            <SkeletonLines count={3} />
          </Loading>
        </div>
      );
    }
    if (found.length > 0 || wanted === '') return null;
    return (
      <p className={classes.none} role="status">
        No campaigns found
      </p>
    );
  }
}
