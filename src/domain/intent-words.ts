import type { IntentKind } from '#contract/intent.ts';
import { type QueuedAction, unreadable } from '#contract/sync-status.ts';

interface IntentWords {
  /** The record that it is about, in words. */
  subject: 'offer' | 'campaign';
  /** Name of what is wanted, as its button has it. */
  label: string;
  /** While it is on its way. */
  doing: string;
  /** The server has done it. */
  done: string;
  /** It waits to be sent. */
  queued: string;
  /** The server won't do it. */
  refused: string;
  /** An intent whose outcome nobody knows: "We can’t tell whether … arrived". */
  noun: string;
  /** True where the user decided nothing: it is told of only where the server refuses it. */
  isQuiet?: true;
}

/** Words of each kind of intent, on every screen. */
export const intentWords: Readonly<Record<IntentKind, IntentWords>> = {
  approve: {
    subject: 'offer',
    label: 'Approve',
    doing: 'Your decision is on its way.',
    done: 'Offer approved',
    queued: 'Approval queued',
    refused: 'Your decision was not applied',
    noun: 'your approval',
  },
  'request-changes': {
    subject: 'offer',
    label: 'Request changes',
    doing: 'Your decision is on its way.',
    done: 'Offer rejected',
    queued: 'Changes queued',
    refused: 'Your decision was not applied',
    noun: 'your request for changes',
  },
  'archive-campaign': {
    subject: 'campaign',
    label: 'Archive campaign',
    doing: 'The campaign is being archived.',
    done: 'Campaign archived',
    queued: 'Archive queued',
    refused: 'The campaign was not archived',
    noun: 'your request to archive',
  },
  'mark-read': {
    subject: 'campaign',
    label: 'Mark as read',
    doing: 'The campaign is being marked as read.',
    done: 'Campaign marked as read',
    queued: 'Mark as read queued',
    refused: 'The campaign was not marked as read',
    noun: 'your mark as read',
    isQuiet: true,
  },
};

/** True for kinds that the user didn't decide, such as a mark that a campaign was read. */
export const isQuiet = (kind: IntentKind): boolean => intentWords[kind].isQuiet === true;

/** The actions that the user is told of, counted and listed: what is sent quietly is among them only where it was refused. */
export const toldActions = (actions: readonly QueuedAction[]): readonly QueuedAction[] =>
  actions.filter(({ kind, state }) => state === 'attention' || kind === unreadable || !isQuiet(kind));
