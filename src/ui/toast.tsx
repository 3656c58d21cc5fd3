import { notifications, notificationsStore } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import classes from './toast.module.css';

const defaultMs = 2000;
const withUndoMs = 8000;
/** As many as a small phone has room for. */
const mostAtOnce = 3;

interface ToastOptions {
  /** A second line. */
  detail?: ReactNode;
  /** Time that it stays, in ms; 2 s by default, 8 s with Undo, errors until they are closed. */
  durationMs?: number;
  onUndo?: (() => void) | undefined;
  /** The same id replaces a toast that still stands. */
  id?: string;
}

/** The toast that was last shown under an id. One that is leaving can't come back, so each has a key of its own. */
const latest = new Map<string, string>();
let shownSoFar = 0;

/**
 * The oldest that would close by itself gives way to a newer one, and errors stay: what waited in a line behind others
 * would be said when it is not true any more.
 */
function makeRoom(): void {
  const { notifications: standing, queue } = notificationsStore.getState();
  const all = [...standing, ...queue];
  const passing = all.filter(({ autoClose }) => autoClose !== false);
  const over = Math.min(all.length + 1 - mostAtOnce, passing.length);
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
    latest.set(id, shownAs);
  }
  makeRoom();
  notifications.show(content);
}

/** Another try makes what was said of the last one untrue. */
export function hideToast(id: string): void {
  const shownAs = latest.get(id);
  if (shownAs !== undefined) notifications.hide(shownAs);
  latest.delete(id);
}

/** Another session begins, or none: what was said to the one before is nothing to it. */
export function hideAllToasts(): void {
  notifications.clean();
  latest.clear();
}

/** It worked. */
export function toastSuccess(title: string, options: ToastOptions = {}): void {
  show(title, 'check', 'green', options, options.durationMs ?? (options.onUndo ? withUndoMs : defaultMs));
}

/** Something to know, neither good nor bad. */
export function toastInfo(title: string, options: ToastOptions = {}): void {
  show(title, 'info', 'gray', options, options.durationMs ?? (options.onUndo ? withUndoMs : defaultMs));
}

/** It failed; stays until it is closed, unless a time is given. */
export function toastError(title: string, options: ToastOptions = {}): void {
  show(title, 'alert', 'red', options, options.durationMs ?? false);
}
