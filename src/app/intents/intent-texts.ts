import type { Intent, IntentKind, IntentOf } from '#contract/brand/intent.ts';

export interface IntentTexts<Payload = Intent['payload']> {
  /** Label of the action's button. */
  label: string;
  /** Label in lists of actions, with details of the payload; defaults to `label`. */
  listed?(payload: Payload): string;
  /** Shown while the request is in flight. */
  doing: string;
  /** Shown once the server has applied the intent. */
  done: string;
  /** Shown while the intent is queued. */
  queued: string;
  /** Shown if the intent could be neither sent nor queued. */
  failed: string;
  /** Shown if the server has refused the intent. */
  refused: string;
  /** Noun for an intent with an unknown outcome, in the sentence "We can’t … whether … arrived". */
  noun: string;
}

/** Wording for each kind of intent, on every screen. */
export const intentTexts: Readonly<{ [K in IntentKind]: IntentTexts<IntentOf<K>['payload']> }> = {
  approve: {
    label: 'Approve',
    doing: 'Sending your approval.',
    done: 'Offer approved',
    queued: 'Approval queued',
    failed: 'Something went wrong. Please try again.',
    refused: 'Your decision wasn’t applied',
    noun: 'your approval',
  },
  'request-changes': {
    label: 'Request changes',
    listed: ({ requestedChanges }) => `Request changes (${requestedChanges.length})`,
    doing: 'Sending your request.',
    done: 'Offer rejected',
    queued: 'Changes queued',
    failed: 'Something went wrong. Please try again.',
    refused: 'Your decision wasn’t applied',
    noun: 'your request for changes',
  },
  'take-back': {
    label: 'Take back approval',
    doing: 'Taking back your approval.',
    done: 'Approval taken back',
    queued: 'Take-back queued',
    failed: 'Something went wrong. Please try again.',
    refused: 'Your approval wasn’t taken back',
    noun: 'your request to take back the approval',
  },
  'archive-campaign': {
    label: 'Archive campaign',
    doing: 'Archiving the campaign.',
    done: 'Campaign archived',
    queued: 'Archive queued',
    failed: 'Error archiving campaign.',
    refused: 'The campaign wasn’t archived',
    noun: 'your request to archive',
  },
  'rename-campaign': {
    label: 'Rename campaign',
    listed: ({ name }) => `Rename campaign to “${name}”`,
    doing: 'Renaming the campaign.',
    done: 'Campaign renamed',
    queued: 'Rename queued',
    failed: 'Error renaming campaign.',
    refused: 'The campaign wasn’t renamed',
    noun: 'the new name',
  },
  'mark-read': {
    label: 'Mark as read',
    doing: 'Marking the campaign as read.',
    done: 'Campaign marked as read',
    queued: 'Mark as read queued',
    failed: 'Error updating campaign.',
    refused: 'The campaign wasn’t marked as read',
    noun: 'the read status',
  },
};
