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
  /** The offer that is open; undefined for none. */
  offerId: string | undefined;
  onClose: () => void;
  /** It can't be opened: the address must not name it. */
  onUnloadable: () => void;
  /** Actions for the offer; undefined while it is not known. */
  children: (offer: Offer | undefined) => ReactNode;
}

/** The row of the offer takes the focus back; where it has left the page, after a decision, the first row does. */
function focusRowOf(offerId: string): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-offer]')];
  const row = rows.find(({ dataset }) => dataset.offer === offerId) ?? rows[0];
  row?.focus({ preventScroll: true });
}

/** An offer beside its campaign: slides in from the right, and fills a phone. */
export function OfferPanel({ offerId, onClose, onUnloadable, children }: Props) {
  const isWide = useMediaQuery(breakpoints.wide.from, true, { getInitialValueInEffect: false });
  // The last offer stays while the panel slides out.
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
  // The offer of a list stands in until the panel's own answer is here, and where that is older.
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
