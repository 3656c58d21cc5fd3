import { Icon, type IconName } from '#ui/icons.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { Figure } from './Figure.tsx';
import classes from './Tiles.module.css';
import type { TileChange, TileFigure } from './tile-figures.ts';

const arrows: Readonly<Partial<Record<TileChange['kind'], IconName>>> = {
  up: 'rise',
  'many-times': 'rise',
  down: 'fall',
};

function Change({ kind, mood, words, before }: TileChange) {
  const arrow = arrows[kind];
  return (
    <span data-mood={mood} title={`${before} in the period before`}>
      {arrow && <Icon name={arrow} size={14} />}
      {words}
      <VisuallyHidden>: {before} in the period before</VisuallyHidden>
    </span>
  );
}

/** One figure of a period, and how it has changed. */
export function Tile({ label, figure, note, change }: TileFigure) {
  return (
    <div className={classes.tile}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        <Figure {...figure} />
        {note !== null && <span className={classes.note}>{note}</span>}
        <span className={classes.change}>{change && <Change {...change} />}</span>
      </dd>
    </div>
  );
}
