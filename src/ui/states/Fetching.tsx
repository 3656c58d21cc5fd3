import { Loader } from '@mantine/core';
import { createPortal } from 'react-dom';
import classes from './Fetching.module.css';

/** Shows and announces that a screen is still loading, but only if that takes a moment. */
export const Fetching = () =>
  createPortal(
    <div className={classes.notice} role="status">
      <Loader aria-hidden="true" color="green" size={16} />
      Loading…
    </div>,
    document.body,
  );
