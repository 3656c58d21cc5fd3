import { Loader } from '@mantine/core';
import { createPortal } from 'react-dom';
import classes from './Fetching.module.css';

/** Tells that an opened screen is still on its way; seen and heard only where that takes a moment. */
export const Fetching = () =>
  createPortal(
    <div className={classes.notice} role="status">
      <Loader aria-hidden="true" color="green" size={16} />
      Loading…
    </div>,
    document.body,
  );
