import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { breakpoints } from '#ui/breakpoints.ts';
import { Mark } from '#ui/Mark.tsx';
import classes from './Shell.module.css';
import { useSwipeAway } from './use-swipe-away.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar of small screens: slides in over the page; a tap beside it, a swipe or Escape closes it. */
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
