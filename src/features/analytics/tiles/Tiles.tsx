import { useEffect, useRef, useState } from 'react';
import { useEscape } from '#ui/controls/escape.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx';
import classes from './Tiles.module.css';
import {
  type FigureText,
  type Summary,
  type TileChange,
  type TileFigure,
  tileFigures,
  tileLabels,
} from './tile-figures.ts';

const FigureTooltip = lazyPart(async () => (await import('./FigureTooltip.tsx')).FigureTooltip);

/** An abbreviated figure; its exact value is shown on focus, hover and tap. */
function Figure({ short, exact }: FigureText) {
  if (short === exact) return <span className={classes.figure}>{exact}</span>;
  return <ShortFigure exact={exact} short={short} />;
}

/**
 * The tooltip is created on first use: eight of them would take a tenth of the rendering time after choosing a period.
 */
function ShortFigure({ short, exact }: FigureText) {
  const figure = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState(false);
  const [ask, dismiss] = [() => setAsked(true), () => setAsked(false)];
  useEffect(() => {
    if (!asked) return;
    // A tap fires no leave event, so close the tooltip on a tap elsewhere.
    const onPointerDown = ({ target }: PointerEvent) =>
      target instanceof Node && !figure.current?.contains(target) && setAsked(false);
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [asked]);
  useEscape(asked, dismiss);
  return (
    <>
      <button
        className={classes.figure}
        onBlur={dismiss}
        onFocus={ask}
        onPointerEnter={ask}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && dismiss()}
        ref={figure}
        type="button"
      >
        {short}
        <VisuallyHidden>, exactly {exact}</VisuallyHidden>
      </button>
      <OnceOpened isTooltip opened={asked}>
        {(opened) => <FigureTooltip exact={exact} figure={figure} opened={opened} />}
      </OnceOpened>
    </>
  );
}

const arrows: Readonly<Partial<Record<TileChange['kind'], IconName>>> = {
  up: 'rise',
  'many-times': 'rise',
  down: 'fall',
};

function Change({ kind, mood, words, before }: TileChange) {
  const arrow = arrows[kind];
  return (
    <span data-mood={mood} title={`${before} in the previous period`}>
      {arrow && <Icon name={arrow} size={14} />}
      {words}
      <VisuallyHidden>: {before} in the previous period</VisuallyHidden>
    </span>
  );
}

/** One figure of a period and its change. */
function Tile({ label, figure, note, change }: TileFigure) {
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

interface Props {
  summary: Summary;
  /** The previous period; undefined while it's unknown or unavailable. */
  before: Summary | undefined;
}

/** The eight figures of a period. */
export function Tiles({ summary, before }: Props) {
  return (
    <dl aria-label="Figures for this period" className={classes.tiles}>
      {tileFigures(summary, before).map((tile) => (
        <Tile key={tile.label} {...tile} />
      ))}
    </dl>
  );
}

/** Placeholders the size of the tiles. */
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
