import { useOnline } from '#api/sync-status.ts';
import classes from './QueuedNotice.module.css';

/** Says, in a dialog and only offline, that the change will be queued. */
export const QueuedNotice = () =>
  useOnline() ? null : (
    <p className={classes.offline}>You’re offline. This will be sent when you reconnect. You can undo it until then.</p>
  );
