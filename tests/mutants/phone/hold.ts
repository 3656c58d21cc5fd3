import type { Mutant } from '../mutant.ts';

/** Faults of holding a decision before it is sent. */
export const holdMutants: readonly Mutant[] = [
  {
    name: 'hold-ignored',
    file: 'sw/queue/lanes/due-times.ts',
    find: '      heldUntil(action),\n',
    replace: '',
    harm: 'Any beat sends a held decision, and its Undo comes too late.',
  },
  {
    name: 'hold-never-ends',
    file: 'sw/gateway/intents.ts',
    find: 'keep(wait(heldUntil - now()).then(() => sender.drain()));',
    replace: 'keep(wait(heldUntil - now()));',
    harm: 'A held decision is sent only when another event wakes the sender.',
  },
  {
    name: 'hold-outlives-the-page',
    file: 'sw/page-state.ts',
    find: "if (reason === 'hidden') sender.endHolds();",
    replace: '',
    harm: 'The decision of a user who then leaves the app isn’t sent.',
  },
  {
    name: 'hold-ended-for-good',
    file: 'sw/queue/lanes/due-times.ts',
    find: 'action.queuedAt > holdsEndedAt',
    replace: 'holdsEndedAt === Number.NEGATIVE_INFINITY',
    harm: 'After the app was left once, no decision can be undone.',
  },
  {
    name: 'hold-without-limit',
    file: 'sw/gateway/new-actions.ts',
    find: "'')?.[0] ?? 0), maxHoldMs);",
    replace: "'')?.[0] ?? 0), 10 * maxHoldMs);",
    harm: 'A page’s mistake holds a decision for a quarter of an hour.',
  },
  {
    name: 'held-counts-as-waiting',
    file: 'sw/sync/status.ts',
    find: 'counts.held += 1;',
    replace: 'counts.held += 0;',
    harm: 'The banner warns about every decision as if there were no network.',
  },
];
