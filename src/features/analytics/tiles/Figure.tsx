import { useEffect, useRef, useState } from 'react';
import { useEscape } from '#ui/escape.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { OnceOpened } from '#ui/OnceOpened.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import type { FigureText } from '../figure-text.ts';
import classes from './Tiles.module.css';

const FigureTooltip = lazyPart(async () => (await import('./FigureTooltip.tsx')).FigureTooltip);

/** A figure in short; in full on focus, hover and tap. */
export function Figure({ short, exact }: FigureText) {
  if (short === exact) return <span className={classes.figure}>{exact}</span>;
  return <ShortFigure exact={exact} short={short} />;
}

/** The tooltip is made when it is first asked for: eight of them would be a tenth of what a chosen period has to draw. */
function ShortFigure({ short, exact }: FigureText) {
  const figure = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState(false);
  const [ask, dismiss] = [() => setAsked(true), () => setAsked(false)];
  useEffect(() => {
    if (!asked) return;
    // A tap leaves nothing that could be left.
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
