import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '#api/error.ts';
import { isUnknownRecord } from '#api/meaning.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import { toastInfo } from '#ui/toasts/toast.tsx';
import { CreatorHeader } from './CreatorHeader.tsx';
import classes from './OfferPanel.module.css';
import { newerOffer, offerInLists, offerQuery } from './queries.ts';

interface Props {
  /** Id of the open offer, if any. */
  offerId: string | undefined;
  onClose: () => void;
  /** Called if the offer can't be opened, to remove it from the URL. */
  onUnloadable: () => void;
  /** Content for the offer; undefined while it's loading. */
  children: (offer: Offer | undefined) => ReactNode;
}

/** Returns the focus to the offer's row, or to the first row if a decision removed it from the page. */
function focusRowOf(offerId: string): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-offer]')];
  const row = rows.find(({ dataset }) => dataset.offer === offerId) ?? rows[0];
  row?.focus({ preventScroll: true });
}

/** An offer beside its campaign: slides in from the right, and fills a phone's screen. */
export function OfferPanel({ offerId, onClose, onUnloadable, children }: Props) {
  const isWide = useMediaQuery(breakpoints.wide.from, true, { getInitialValueInEffect: false });
  // Keep the last offer while the panel slides out.
  const [shownId, setShownId] = useState(offerId);
  if (offerId !== undefined && offerId !== shownId) setShownId(offerId);
  return (
    <Drawer.Root
      onClose={onClose}
      onExitTransitionEnd={() => shownId !== undefined && focusRowOf(shownId)}
      opened={offerId !== undefined}
      position="right"
      returnFocus={false}
      size={isWide ? 400 : '100%'}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        <div className={classes.panel}>
          {shownId !== undefined && (
            <LoadedOffer
              key={shownId}
              offerId={shownId}
              onClose={onClose}
              onUnloadable={() => offerId !== undefined && onUnloadable()}
            >
              {children}
            </LoadedOffer>
          )}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function LoadedOffer({ offerId, onClose, onUnloadable, children }: Props & { offerId: string }) {
  const client = useQueryClient();
  const { data, error } = useQuery(offerQuery(offerId));
  const isGone = isUnknownRecord(error);
  // Use the offer from a cached list until the panel's own query has loaded, or while its response is older.
  const offer = isGone ? data : newerOffer(data, offerInLists(client, offerId));
  const unloadable = offer === undefined && error !== null;
  useEffect(() => {
    if (!unloadable) return;
    const isOffline = error instanceof ApiError && error.code === 'not_available_offline';
    toastInfo(isOffline ? 'This offer is not available offline yet' : 'Couldn’t open this offer', {
      id: 'offer-unloadable',
      durationMs: 5000,
    });
    onUnloadable();
  }, [unloadable, error, onUnloadable]);
  return (
    <>
      <CreatorHeader offer={offer} onClose={onClose} />
      {children(offer)}
    </>
  );
}
