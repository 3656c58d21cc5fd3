import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect } from 'react';
import { useLeftOffset } from '../../../api/left-offset.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import { usePiecewiseRows } from '../../../ui/piecewise-rows.ts';
import { CampaignCard } from './CampaignCard.tsx';
import classes from './CampaignGrid.module.css';
import { useColumns } from './use-columns.ts';

/** Every card is as high as any other: the page's height is known at once, and Back finds its place. */
const rowRem = 11.5;
const gapRem = 0.75;
/** What it is, then how far it is. */
const piecesOfCard = 2;

interface Props {
  campaigns: readonly Campaign[];
  /** Of all pages, fetched or not. */
  total: number;
  brandName: string | undefined;
  onArchive: (id: string) => void;
  /** The first and the last that are near the window, as places in `campaigns`. */
  onShown: (first: number, last: number) => void;
}

/** Cards in as many columns as fit; only the rows near the window are on the page. */
export function CampaignGrid({ campaigns, total, brandName, onArchive, onShown }: Props) {
  const { ref, columns, offsetPx, remPx } = useColumns();
  const initialOffset = useLeftOffset();
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(campaigns.length / columns),
    estimateSize: () => rowRem * remPx,
    gap: gapRem * remPx,
    // Every frame that changes a list paints all of it: what is far from the window costs time and shows nothing.
    overscan: 2,
    scrollMargin: offsetPx,
    initialOffset,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again when the text's size has changed
  useLayoutEffect(() => virtualizer.measure(), [remPx]);
  const near = virtualizer.getVirtualItems();
  const first = (near[0]?.index ?? 0) * columns;
  const last = (near.at(-1)?.index ?? 0) * columns;
  useEffect(() => onShown(first, last), [onShown, first, last]);
  const rows = usePiecewiseRows(virtualizer, columns * piecesOfCard);
  const cardsOf = (row: number, pieces: number) =>
    campaigns.slice(row * columns, row * columns + Math.ceil(pieces / piecesOfCard));
  return (
    <div ref={ref}>
      <ul className={classes.grid} style={{ height: virtualizer.getTotalSize() }}>
        {rows.flatMap(({ index, start, size, pieces }) =>
          cardsOf(index, pieces).map((campaign, column) => (
            <li
              aria-posinset={index * columns + column + 1}
              aria-setsize={total}
              className={classes.cell}
              key={campaign.id}
              style={{
                top: start - offsetPx,
                height: size,
                left: `calc((100% + ${gapRem}rem) / ${columns} * ${column})`,
                width: `calc((100% + ${gapRem}rem) / ${columns} - ${gapRem}rem)`,
              }}
            >
              <CampaignCard
                brandName={brandName}
                campaign={campaign}
                isWhole={pieces >= (column + 1) * piecesOfCard}
                onArchive={onArchive}
              />
            </li>
          )),
        )}
      </ul>
    </div>
  );
}
