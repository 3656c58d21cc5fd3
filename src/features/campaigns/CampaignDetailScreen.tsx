import { useMediaQuery } from '@mantine/hooks';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { isUnknownRecord } from '#api/meaning.ts';
import { readFailureOf } from '#app/queries/read-failure.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { reportError } from '#app/reports/error-reports.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { campaignTitle, canChange, canRename, showsOffers } from '#domain/campaigns/campaign-status.ts';
import { brandQuery } from '#features/auth/public.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { NotStoredYet, ReadFailure } from '#ui/states/States.tsx';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import { clsx } from '#ui/styles/clsx.ts';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import { toastError } from '#ui/toasts/toast.tsx';
import { CampaignBadge } from './CampaignBadge.tsx';
import classes from './CampaignDetailScreen.module.css';
import { DetailSkeleton, DetailsColumn } from './detail/DetailsColumn.tsx';
import { AttentionNotice, StatusBanner } from './detail/StatusBanner.tsx';
import { useMarkRead } from './detail/use-mark-read.ts';
import { useBackToList } from './list-place.ts';
import { campaignInLists, campaignQuery } from './queries.ts';

const ArchiveDialog = lazyPart(async () => (await import('./ArchiveDialog.tsx')).ArchiveDialog);
const RenameDialog = lazyPart(async () => (await import('./RenameDialog.tsx')).RenameDialog);
const LinkedTopUp = lazyPart(async () => (await import('./manage/LinkedTopUp.tsx')).LinkedTopUp);

interface Props {
  campaignId: string;
  /** The campaign's offers, shown while creators are at work. */
  offers: ReactNode;
  /** The top-up dialog, which a URL can open. */
  topUp?: { opened: boolean; onClose: () => void };
}

/** Offline, a nonexistent campaign looks the same as one that hasn't been synced. */
const notHere = 'This campaign isn’t on this device yet. If it’s one of yours, reconnect to load it.';

/** Campaign page: status, offers, details, performance. */
export function CampaignDetailScreen({ campaignId, offers, topUp }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const backToList = useBackToList();
  const brand = useQuery(brandQuery());
  const read = useQuery(campaignQuery(campaignId));
  // Reading `isFetching` here would rerender the screen at each change, so only the retry button reads it.
  const { data, error, refetch } = read;
  const unknown = isUnknownRecord(error);
  // Use the campaign from a cached list until the screen's own query has loaded.
  const campaign = data ?? (unknown ? undefined : campaignInLists(client, campaignId));
  const [archiving, setArchiving] = useState(false);
  const archive = useCallback(() => setArchiving(true), []);
  useMarkRead(data);
  useRetryOnline(data === undefined && error !== null, refetch);

  useFailedRead(error);
  const brandError = brand.data === undefined ? brand.error : null;
  useEffect(() => {
    if (brandError !== null) reportError(brandError);
  }, [brandError]);

  const withOffers = campaign !== undefined && showsOffers(campaign);
  // The details column folds, and moves, if a table doesn't fit beside it. The keys preserve both parts' state when
  // rotating the phone swaps them.
  const isWide = useMediaQuery(breakpoints.desk.from, true, { getInitialValueInEffect: false });
  const details = campaign && (
    <div className={classes.details} key="details">
      {brandError !== null && (
        <p className={classes.failed} role="alert">
          Error fetching brand
        </p>
      )}
      <DetailsColumn campaign={campaign} folded={withOffers && !isWide} onArchive={archive} />
    </div>
  );
  const shownOffers = withOffers && (
    <div className={classes.offers} key="offers">
      {offers}
    </div>
  );
  return (
    <>
      <header className={classes.header}>
        <Link aria-label="Back to campaigns" className={classes.back} onClick={backToList} to="/dashboard/campaigns">
          <Icon name="back" size={22} />
        </Link>
        {campaign === undefined && error !== null && !unknown && <PageTitle title="Campaign" />}
        {campaign && <Heading brandName={brand.data?.name} campaign={campaign} />}
      </header>
      {campaign ? (
        <div className={classes.page}>
          <AttentionNotice campaignId={campaign.id} />
          <StatusBanner campaign={campaign} onArchive={archive} />
          <div className={clsx(classes.columns, withOffers && classes.withOffers)}>
            {isWide ? [shownOffers, details] : [details, shownOffers]}
          </div>
        </div>
      ) : (
        <Absent read={read} />
      )}
      {topUp && campaign && canChange(campaign) && (campaign.CPMWorker?.budgetCents ?? 0) > 0 && (
        <OnceOpened opened={topUp.opened}>
          {(opened) => <LinkedTopUp campaign={campaign} onClose={topUp.onClose} opened={opened} />}
        </OnceOpened>
      )}
      <OnceOpened opened={archiving}>
        {(opened) => (
          <ArchiveDialog
            campaign={opened ? (campaign ?? null) : null}
            onArchived={() => void navigate({ to: '/dashboard/campaigns' })}
            onClose={() => setArchiving(false)}
          />
        )}
      </OnceOpened>
    </>
  );
}

/** Reports why the campaign can't be read. If it doesn't exist, returns to the list. */
function useFailedRead(error: Error | null): void {
  const navigate = useNavigate();
  const unknown = isUnknownRecord(error);
  useEffect(() => {
    if (error === null) return;
    if (!unknown) {
      reportError(error);
      return;
    }
    toastError('Campaign not found.', { id: 'campaign-not-found' });
    void navigate({ to: '/dashboard/campaigns', replace: true });
  }, [error, unknown, navigate]);
}

/** The campaign's title, which can be changed, and its status. */
function Heading({ campaign, brandName }: { campaign: Campaign; brandName: string | undefined }) {
  const [renaming, setRenaming] = useState(false);
  return (
    <>
      <PageTitle title={campaignTitle(campaign, brandName)} />
      {canRename(campaign) && (
        <button aria-label="Rename campaign" className={classes.rename} onClick={() => setRenaming(true)} type="button">
          <Icon name="edit" size={20} />
        </button>
      )}
      <CampaignBadge campaign={campaign} />
      <OnceOpened opened={renaming}>
        {(opened) => <RenameDialog campaign={campaign} onClose={() => setRenaming(false)} opened={opened} />}
      </OnceOpened>
    </>
  );
}

/** Shown until the campaign has been read, or if it can't be read. */
function Absent({ read }: { read: UseQueryResult<Campaign> }) {
  if (read.error === null || isUnknownRecord(read.error)) return <DetailSkeleton />;
  const failure = readFailureOf(read);
  if (failure.notStored) return <NotStoredYet detail={notHere} />;
  return <ReadFailure {...failure} title="Error fetching campaign" />;
}
