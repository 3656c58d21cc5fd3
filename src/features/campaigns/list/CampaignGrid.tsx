import { memo, useEffect } from 'react';
import { useLeftOffset } from '../../../api/left-offset.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import { useListPlace } from '../../../ui/list-place.ts';
import { useWindowRows } from '../../../ui/window-rows.ts';
import { CampaignCard, piecesOfCard } from './CampaignCard.tsx';
import classes from './CampaignGrid.module.css';

/** Every card is as high as any other: the page's height is known at once, and Back finds its place. */
const rowRem = 11.5;
const gapRem = 0.75;
/** Rows made ahead, above and below the window. */
const near = 1;
/** A column is no narrower than a phone's. */
const minColumnPx = 312;
const maxColumns = 3;

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
export const CampaignGrid = memo(function CampaignGrid(props: Props) {
  const { campaigns, total, brandName, onArchive, onShown } = props;
  const { ref, place } = useListPlace();
  const columns = Math.min(maxColumns, Math.max(1, Math.floor(place.widthPx / minColumnPx)));
  const { rows, ...list } = useWindowRows({
    place,
    count: Math.ceil(campaigns.length / columns),
    rowRem,
    gapRem,
    pieces: columns * piecesOfCard,
    near,
    startsAt: useLeftOffset(),
  });
  const first = (rows[0]?.index ?? 0) * columns;
  const last = (rows.at(-1)?.index ?? 0) * columns;
  useEffect(() => onShown(first, last), [onShown, first, last]);
  const cardsOf = (row: number, pieces: number) =>
    campaigns.slice(row * columns, row * columns + Math.ceil(pieces / piecesOfCard));
  return (
    <div ref={ref}>
      <ul className={classes.grid} style={{ height: list.heightPx }}>
        {rows.flatMap(({ index, topPx, heightPx, pieces }) =>
          cardsOf(index, pieces).map((campaign, column) => (
            <li
              aria-posinset={index * columns + column + 1}
              aria-setsize={total}
              className={classes.cell}
              key={campaign.id}
              style={{
                top: topPx,
                height: heightPx,
                left: `calc((100% + ${gapRem}rem) / ${columns} * ${column})`,
                width: `calc((100% + ${gapRem}rem) / ${columns} - ${gapRem}rem)`,
              }}
            >
              <CampaignCard
                brandName={brandName}
                campaign={campaign}
                onArchive={onArchive}
                pieces={Math.min(piecesOfCard, pieces - column * piecesOfCard)}
              />
            </li>
          )),
        )}
      </ul>
    </div>
  );
});
