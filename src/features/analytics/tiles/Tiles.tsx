import { Loading, SkeletonBlock } from '#ui/Skeleton.tsx';
import { Tile } from './Tile.tsx';
import classes from './Tiles.module.css';
import { type Summary, tileFigures, tileLabels } from './tile-figures.ts';

interface Props {
  summary: Summary;
  /** The period before; not known yet, or not to be had. */
  before: Summary | undefined;
}

/** Eight figures of a period. */
export function Tiles({ summary, before }: Props) {
  return (
    <dl aria-label="Figures of the period" className={classes.tiles}>
      {tileFigures(summary, before).map((tile) => (
        <Tile key={tile.label} {...tile} />
      ))}
    </dl>
  );
}

/** Figures to come, in the size of their tiles. */
export function TileSkeleton() {
  return (
    <Loading label="Loading figures">
      <div className={classes.tiles}>
        {tileLabels.map(({ label, hasNote }) => (
          <div className={classes.tile} key={label}>
            <span className={classes.label}>{label}</span>
            <span className={classes.value}>
              <span className={classes.figure}>
                <SkeletonBlock height={24} width={72} />
              </span>
              {hasNote && <span className={classes.note} />}
              <span className={classes.change} />
            </span>
          </div>
        ))}
      </div>
    </Loading>
  );
}
