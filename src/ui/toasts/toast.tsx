import { notifications, notificationsStore } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../media/icons.tsx';
import classes from './toast.module.css';

const defaultMs = 2000;
const withUndoMs = 8000;
/** Maximum number of toasts shown at once: only three fit on a small phone. */
const maxAtOnce = 3;

interface ToastOptions {
  /** Second line of the toast. */
  detail?: ReactNode;
  /** Time before the toast closes, ms. Defaults to 2 s, or 8 s with Undo; errors stay until they're closed. */
  durationMs?: number;
  onUndo?: (() => void) | undefined;
  /** A toast replaces an earlier one with the same id. */
  id?: string;
}

/** Key of the last toast shown under each id. A closing toast can't be shown again, so each toast gets a new key. */
const latest = new Map<string, { shownAs: string; isError: boolean }>();
let shownSoFar = 0;

/**
 * Hides the oldest toasts that would close automatically; errors stay. A queued toast might be shown after it's no
 * longer true.
 */
function makeRoom(): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  const all = [...shown, ...queue];
  const passing = all.filter(({ autoClose }) => autoClose !== false);
  const over = Math.min(all.length + 1 - maxAtOnce, passing.length);
  for (const { id } of passing.slice(0, Math.max(0, over))) if (id !== undefined) notifications.hide(id);
}

function show(
  title: string,
  icon: IconName,
  tone: string,
  { detail, onUndo, id }: ToastOptions,
  autoClose: number | false,
) {
  shownSoFar += 1;
  const shownAs = `${id ?? 'toast'} ${shownSoFar}`;
  const undo = onUndo && (
    <button
      className={classes.undo}
      onClick={() => {
        notifications.hide(shownAs);
        onUndo();
      }}
      type="button"
    >
      Undo
    </button>
  );
  const content = {
    id: shownAs,
    title,
    message: (detail || undo) && (
      <>
        {detail && <span>{detail}</span>}
        {undo}
      </>
    ),
    icon: <Icon name={icon} size={18} />,
    autoClose,
    color: tone,
    withBorder: true,
    radius: 'md',
    closeButtonProps: { 'aria-label': 'Close', size: 'lg' },
  };
  if (id !== undefined) {
    hideToast(id);
    latest.set(id, { shownAs, isError: tone === 'red' });
  }
  makeRoom();
  notifications.show(content);
}

/** Hides the toast with this id, for example when a retry makes it obsolete. */
export function hideToast(id: string): void {
  const last = latest.get(id);
  if (last !== undefined) notifications.hide(last.shownAs);
  latest.delete(id);
}

/** Hides the toast with this id if it's an error. */
export function hideErrorToast(id: string): void {
  if (latest.get(id)?.isError) hideToast(id);
}

/** Hides all toasts when a session begins or ends, since they belong to the previous one. */
export function hideAllToasts(): void {
  notifications.clean();
  latest.clear();
}

export function toastSuccess(title: string, options: ToastOptions = {}): void {
  show(title, 'check', 'green', options, options.durationMs ?? (options.onUndo ? withUndoMs : defaultMs));
}

export function toastInfo(title: string, options: ToastOptions = {}): void {
  show(title, 'info', 'gray', options, options.durationMs ?? (options.onUndo ? withUndoMs : defaultMs));
}

/** Shows an error toast, which stays until it is closed, unless a time is given. */
export function toastError(title: string, options: ToastOptions = {}): void {
  show(title, 'alert', 'red', options, options.durationMs ?? false);
}
