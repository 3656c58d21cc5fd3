import type { IntentKind } from '../contract/intent.ts';

interface IntentWords {
  /** Name of what is wanted, as its button has it. */
  label: string;
  /** While it is on its way. */
  doing: string;
  /** The server has done it. */
  done: string;
  /** It waits to be sent. */
  queued: string;
  /** What nobody can tell the end of: "We can’t tell whether … arrived". */
  noun: string;
}

/** Words of each kind of intent, on every screen. */
export const intentWords: Readonly<Record<IntentKind, IntentWords>> = {
  approve: {
    label: 'Approve',
    doing: 'Your decision is on its way.',
    done: 'Offer approved',
    queued: 'Approval queued',
    noun: 'your approval',
  },
  'request-changes': {
    label: 'Request changes',
    doing: 'Your decision is on its way.',
    done: 'Offer rejected',
    queued: 'Changes queued',
    noun: 'your request for changes',
  },
};
