import { useMediaQuery } from '@mantine/hooks';
import { memo } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import classes from './OfferPage.module.css';
import { OfferRows } from './OfferRows.tsx';
import { OfferTable } from './OfferTable.tsx';
import { Pager } from './Pager.tsx';

/** A page of offers from one point in time. */
export interface OfferPageView {
  label: string;
  offers: readonly Offer[];
  page: number;
  /** Number of offers on all pages. */
  total: number;
  /** True while the previous page is shown and the next one loads. */
  isPlaceholder: boolean;
}

interface Props {
  view: OfferPageView;
  onOpen: (offerId: string) => void;
  onApproach: (step: number) => void;
  onTurn: (step: number) => void;
}

/**
 * Ten offers, as a table on wide screens and as rows on a phone, with a pager. Memoized, so that only a new view
 * rerenders it.
 */
export const OfferPage = memo(function OfferPage({ view, onOpen, onApproach, onTurn }: Props) {
  const isWide = useMediaQuery(breakpoints.wide.from, true, { getInitialValueInEffect: false });
  const List = isWide ? OfferTable : OfferRows;
  return (
    <>
      <div aria-busy={view.isPlaceholder} className={classes.list}>
        <List label={view.label} offers={view.offers} onOpen={onOpen} />
      </div>
      <Pager onApproach={onApproach} onTurn={onTurn} page={view.page} shown={view.offers.length} total={view.total} />
    </>
  );
});
