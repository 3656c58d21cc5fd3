import { type TouchEvent, useRef } from 'react';

const enoughPx = 48;

/** Handlers for a part that a swipe to the left closes; a finger that goes more up or down scrolls. */
export function useSwipeAway(close: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0];
      start.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = start.current;
      const finger = changedTouches[0];
      start.current = null;
      if (!from || !finger) return;
      const left = from.x - finger.clientX;
      if (left > enoughPx && left > Math.abs(from.y - finger.clientY)) close();
    },
  };
}
