import type { SyncStatus } from '#contract/worker/sync-status.ts';
import { visibleCounts } from '#domain/intents/visible-actions.ts';
import type { KeptOutState } from '#features/auth/public.ts';
import type { IconName } from '#ui/media/icons.tsx';
import { relativeTime, timeOfDay } from '#ui/text/relative-time.ts';

/** Possible actions of the banner's button. */
export type BannerAction = 'review' | 'log-in' | 'view' | 'retry' | 'reload' | 'refresh' | 'free-space';
export type BannerTone = 'quiet' | 'steady' | 'waiting' | 'attention';

export interface Banner {
  text: string;
  icon: IconName;
  tone: BannerTone;
  action: { kind: BannerAction; label: string } | null;
  /** Progress of sending, 0 to 1. */
  progress?: number;
  /** Time of the local copy's last sync, shown in a subdued style beside the text. */
  age?: Date;
}

interface Params {
  /** Null before the worker's first report. */
  status: SyncStatus | null;
  /** Null for a brand that can use the dashboard. */
  keptOut: KeptOutState | null;
  /** True if a newer version is ready, and loading it would lose no input. */
  updateReady: boolean;
  now: Date;
}

const actions = (count: number, word = '') => `${count} ${word}action${count === 1 ? '' : 's'}`;

function offlineText({ syncedAt }: SyncStatus, waiting: number, { keptOut, now }: Params): string {
  const shown =
    syncedAt === null
      ? 'No data stored on this device yet'
      : `Showing data from ${relativeTime(new Date(syncedAt), now)}`;
  // The screen that explains why a brand can't use the dashboard shows no data from the local copy.
  const data = `Offline. ${keptOut ? 'This page updates when you’re back online' : shown}`;
  return waiting > 0 ? `${data} · ${actions(waiting)} waiting to send` : data;
}

/** If the storage is unavailable, existing data can't be shown and new data can't be stored. */
function unavailableText({ online }: SyncStatus, waiting: number): string {
  if (!online) return 'Offline, and this device’s storage isn’t responding. Afield can’t show or save anything';
  return waiting > 0
    ? `This device’s storage isn’t responding. ${actions(waiting)} stored on it`
    : 'This device’s storage isn’t responding, so Afield only works online';
}

function fullText({ online }: SyncStatus, waiting: number): string {
  if (waiting > 0) return `${online ? '' : 'Offline. '}Storage full · ${actions(waiting)} waiting to send`;
  return online ? 'Storage full. Some data isn’t stored' : 'Offline. Storage full, so new actions can’t be saved';
}

/** Text shown if the server responds but the local copy couldn't be synced. */
const failedText = ({ syncedAt }: SyncStatus, now: Date): string =>
  syncedAt === null
    ? 'Couldn’t refresh. No data stored on this device yet'
    : `Couldn’t refresh. Showing data from ${relativeTime(new Date(syncedAt), now)}`;

const minuteMs = 60_000;

function holdUpText(holdUp: NonNullable<SyncStatus['holdUp']>): string {
  if (holdUp.kind === 'not-taking') return 'The server isn’t accepting actions right now';
  // Round up to the minute by which sending will have resumed.
  const until = new Date(Math.ceil(Date.parse(holdUp.until) / minuteMs) * minuteMs);
  return `The server is busy. Sending resumes at ${timeOfDay(until)}`;
}

/** The most urgent message from the worker's status; null if there is none. */
function fromStatus(status: SyncStatus, given: Params): Banner | null {
  const { attention, waiting, held } = visibleCounts(status);
  if (attention > 0) {
    return {
      text: `${actions(attention)} ${attention === 1 ? 'needs' : 'need'} attention`,
      icon: 'alert',
      tone: 'attention',
      action: { kind: 'review', label: 'Review' },
    };
  }
  if (status.sessionExpired) {
    return {
      text: waiting > 0 ? `Session expired. Log in to send ${actions(waiting, 'waiting ')}` : 'Session expired.',
      icon: 'alert',
      tone: 'waiting',
      action: { kind: 'log-in', label: 'Log in' },
    };
  }
  if (status.storage === 'unavailable') {
    return { text: unavailableText(status, waiting), icon: 'alert', tone: 'waiting', action: null };
  }
  if (status.storage === 'full') {
    return {
      text: fullText(status, waiting),
      icon: 'alert',
      tone: 'waiting',
      action: { kind: 'free-space', label: 'Free up space' },
    };
  }
  const view = { kind: 'view', label: 'View' } as const;
  if (!status.online) {
    return {
      text: offlineText(status, waiting, given),
      icon: 'offline',
      tone: waiting > 0 ? 'waiting' : 'steady',
      action: waiting > 0 ? view : { kind: 'retry', label: 'Retry' },
    };
  }
  if (status.holdUp) {
    return { text: holdUpText(status.holdUp), icon: 'clock', tone: 'waiting', action: view };
  }
  if (status.sending) {
    const { done, total } = status.sending;
    return {
      text: `Sending ${Math.min(done + 1, total)} of ${total}…`,
      icon: 'send',
      tone: 'steady',
      action: view,
      progress: total === 0 ? 0 : done / total,
    };
  }
  // Don't count held actions: the screen shows them with an Undo button.
  if (waiting > held) {
    return { text: `${actions(waiting - held)} waiting to send`, icon: 'clock', tone: 'waiting', action: view };
  }
  return status.refreshing ? { text: 'Refreshing…', icon: 'sync', tone: 'quiet', action: null } : null;
}

/** The banner's sentence; null if there's nothing to say yet. */
export function bannerOf(given: Params): Banner | null {
  const { status, keptOut, updateReady, now } = given;
  const urgent = status && fromStatus(status, given);
  if (urgent) return urgent;
  if (keptOut?.checksApproval) return { text: 'Checking approval…', icon: 'sync', tone: 'quiet', action: null };
  if (updateReady) {
    return { text: 'Update ready', icon: 'download', tone: 'steady', action: { kind: 'reload', label: 'Reload' } };
  }
  if (status?.lastSync === 'failed') {
    const action = { kind: 'retry', label: 'Retry' } as const;
    return { text: failedText(status, now), icon: 'alert', tone: 'waiting', action };
  }
  if (!status?.syncedAt) return null;
  return {
    text: 'Up to date',
    icon: 'check',
    tone: 'quiet',
    action: { kind: 'refresh', label: 'Refresh' },
    age: new Date(status.syncedAt),
  };
}
