import { useOnline } from '#api/sync-status.ts';
import classes from './QueuedNotice.module.css';

/** Notice for dialogs that the change will be queued; renders nothing while online. */
export const QueuedNotice = () =>
  useOnline() ? null : (
    <p className={classes.offline}>You’re offline. This will be sent when you reconnect. You can undo it until then.</p>
  );
