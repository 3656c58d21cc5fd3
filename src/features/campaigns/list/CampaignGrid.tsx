import { memo } from 'react';
import { useRestoredOffset } from '#app/queries/left-offset.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { isNarrow, useListPlace } from '#ui/lists/list-place.ts';
import { type PlacedRow, useWindowRows } from '#ui/lists/window-rows.ts';
import { CampaignCard } from './CampaignCard.tsx';
import classes from './CampaignGrid.module.css';

/**
 * Heights of a card, the same for all cards, so the page's height is known and Back restores the scroll position. Text
 * wraps in a narrow column.
 */
const rowRem = { usual: 12.75, narrow: 18 };
const gapRem = 0.75;
/** Columns are at least as wide as on a phone. */
const minColumnPx = 312;
const maxColumns = 3;

interface CellProps extends PlacedRow {
  campaign: Campaign;
  brandName: string | undefined;
  /** Number of campaigns on all pages, loaded or not. */
  total: number;
  columns: number;
  onArchive: (campaign: Campaign) => void;
}

/** Memoized: the grid rerenders for each new row, but existing cells don't. */
const Cell = memo(function Cell(props: CellProps) {
  const { campaign, brandName, index, total, columns, topPx, heightPx, onArchive } = props;
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={total}
      className={classes.cell}
      data-row={index}
      style={{
        top: topPx,
        height: heightPx,
        left: `calc((100% + ${gapRem}rem) / ${columns} * ${index % columns})`,
        width: `calc((100% + ${gapRem}rem) / ${columns} - ${gapRem}rem)`,
      }}
    >
      <CampaignCard brandName={brandName} campaign={campaign} onArchive={onArchive} />
    </li>
  );
});

interface Props extends Pick<CellProps, 'total' | 'brandName' | 'onArchive'> {
  campaigns: readonly Campaign[];
  /** Reports the first and the last visible campaign, as indexes of `campaigns`. */
  onShown: (first: number, last: number) => void;
}

/** Cards in as many columns as fit; only rows near the window are in the DOM. */
export const CampaignGrid = memo(function CampaignGrid({ campaigns, onShown, ...cell }: Props) {
  const { ref, place } = useListPlace();
  const columns = Math.min(maxColumns, Math.max(1, Math.floor(place.widthPx / minColumnPx)));
  const { rows, heightPx } = useWindowRows({
    place,
    list: ref,
    count: campaigns.length,
    keyOf: (row) => campaigns[row]?.id ?? '',
    rowRem: isNarrow(place, columns) ? rowRem.narrow : rowRem.usual,
    gapRem,
    columns,
    startsAt: useRestoredOffset(),
    onShown,
  });
  return (
    <div ref={ref}>
      <ul className={classes.grid} style={{ height: heightPx }}>
        {rows.map(({ key, ...row }) => {
          const campaign = campaigns[row.index];
          return campaign && <Cell campaign={campaign} columns={columns} key={key} {...row} {...cell} />;
        })}
      </ul>
    </div>
  );
});
