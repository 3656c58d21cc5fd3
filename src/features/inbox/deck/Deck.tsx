import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './Deck.module.css';
import { slideAway } from './slide-away.ts';
import type { Step } from './swipe.ts';
import { useSwipe } from './use-swipe.ts';

interface Props {
  /** Id of the visible submission. */
  shown: string | undefined;
  /** The card, for shortcuts and the slide animation. */
  card: RefObject<HTMLDivElement | null>;
  /** Id of the adjacent submission in a direction; null at the ends. */
  neighbour: (step: Step) => string | null;
  onShow: (offerId: string) => void;
  children: ReactNode;
}

/** A submission that fills a phone's screen. A swipe shows the next or previous one, and never decides. */
export function Deck({ shown, card, neighbour, onShow, children }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(own, {
    has: (step) => neighbour(step) !== null,
    onSwipe(step, fromPx) {
      const next = neighbour(step);
      if (next === null) return;
      slideAway(own.current, step, fromPx);
      onShow(next);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sliding away hides the card until another submission is in it
  useLayoutEffect(() => {
    if (own.current) own.current.style.opacity = '';
  }, [shown]);
  return (
    <div className={classes.deck}>
      <div
        className={classes.card}
        ref={(element) => {
          own.current = element;
          card.current = element;
        }}
        {...swipe}
      >
        {children}
      </div>
    </div>
  );
}
