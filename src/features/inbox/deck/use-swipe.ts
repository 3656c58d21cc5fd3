import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { directionOf, mayBegin, offsetOf, type Step, stepOfSwipe, type Touch } from './swipe.ts';

/** Elements that handle touch moves themselves. */
const ownMoves = 'input, textarea, select, iframe, [role="slider"], [contenteditable]';

interface Options {
  has: (step: Step) => boolean;
  /** Called when a swipe is complete; `fromPx` is the card's offset at release. */
  onSwipe: (step: Step, fromPx: number) => void;
}

const touchOf = ({ clientX, clientY, timeStamp }: PointerEvent): Touch => ({ x: clientX, y: clientY, atMs: timeStamp });

/** Handlers of a card that follows a finger horizontally. The browser still scrolls vertically (`touch-action`). */
export function useSwipe(card: RefObject<HTMLElement | null>, { has, onSwipe }: Options) {
  const finger = useRef<{ id: number; from: Touch; isAcross: boolean } | null>(null);
  const swiped = useRef(false);

  const place = (px: number) => {
    if (card.current) card.current.style.transform = px === 0 ? '' : `translateX(${px}px)`;
  };
  const end = () => {
    finger.current = null;
    place(0);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      swiped.current = false;
      // A second finger starts a zoom.
      if (finger.current !== null) return end();
      const { pointerType, isPrimary, target, pointerId, clientX } = event;
      const isOwn = target instanceof Element && target.closest(ownMoves) !== null;
      const isWriting = card.current?.querySelector('fieldset, textarea') !== null;
      if (pointerType !== 'touch' || !isPrimary || isOwn || isWriting) return;
      if (mayBegin(clientX, window.innerWidth))
        finger.current = { id: pointerId, from: touchOf(event), isAcross: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const held = finger.current;
      if (held === null || held.id !== event.pointerId) return;
      const to = touchOf(event);
      const direction = held.isAcross ? 'across' : directionOf(held.from, to);
      if (direction === 'along') return end();
      if (direction === 'unclear') return;
      if (!held.isAcross) event.currentTarget.setPointerCapture?.(held.id);
      held.isAcross = true;
      swiped.current = true;
      place(offsetOf(held.from, to, has));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const held = finger.current;
      if (held === null || held.id !== event.pointerId) return;
      const to = touchOf(event);
      const step = held.isAcross ? stepOfSwipe(held.from, to, window.innerWidth) : null;
      if (step !== null && has(step)) onSwipe(step, to.x - held.from.x);
      end();
    },
    onPointerCancel: end,
    /** The end of a swipe must not click the element under the finger, such as Approve. */
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (!swiped.current) return;
      swiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
