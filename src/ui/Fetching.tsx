import { Loader } from '@mantine/core';
import { createPortal } from 'react-dom';
import classes from './Fetching.module.css';

/** What was opened is still on its way. Seen and heard only where that takes a moment. */
export const Fetching = () =>
  createPortal(
    <div className={classes.notice} role="status">
      <Loader aria-hidden="true" color="green" size={16} />
      Loading…
    </div>,
    document.body,
  );
