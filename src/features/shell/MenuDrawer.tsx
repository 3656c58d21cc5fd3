import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type TouchEvent, useRef } from 'react';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import { Mark } from '#ui/text/Mark.tsx';
import classes from './Shell.module.css';

const swipedPx = 48;

/** Handlers for an element that closes on a swipe to the left; mostly vertical moves still scroll. */
function useSwipeAway(close: () => void) {
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
      if (left > swipedPx && left > Math.abs(from.y - finger.clientY)) close();
    },
  };
}

interface Props {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar on small screens: slides in over the page. A tap beside it, a swipe or Escape closes it. */
export function MenuDrawer({ opened, onClose, children }: Props) {
  const isSmall = useMediaQuery(breakpoints.wide.below, true);
  const swipe = useSwipeAway(onClose);
  return (
    <Drawer
      closeButtonProps={{ 'aria-label': 'Close menu', size: 44 }}
      onClose={onClose}
      opened={opened && isSmall}
      size="min(84vw, 304px)"
      title={
        <span className={classes.drawerTitle}>
          <Mark size={32} />
          Afield
        </span>
      }
    >
      <div className={classes.drawer} {...swipe}>
        {children}
      </div>
    </Drawer>
  );
}
