import type { Mutant } from './mutant.ts';

const feed = 'sw/sync/sync-down-feed.ts';
const session = 'sw/network/session.ts';

/** Faults of sync, of its sessions, and of its messages to pages. */
export const syncMutants: readonly Mutant[] = [
  {
    name: 'refill-keeps-cursor',
    file: feed,
    find: 'cursor: startsOver ? null : page.cursor,',
    replace: 'cursor: page.cursor,',
    harm: 'A filling again that is interrupted is taken for complete: what was removed stays.',
  },
  {
    name: 'cursor-past-skipped',
    file: feed,
    find: 'if (write.passedOver) return;',
    replace: '',
    harm: 'A change that arrived in an unlucky moment is never fetched again.',
  },
  {
    name: 'only-the-first-page',
    file: feed,
    find: 'if (!page.more) {',
    replace: 'if (page.more || !page.more) {',
    harm: 'A copy of many records is not complete for hours.',
  },
  {
    name: 'expired-cursor-gives-up',
    file: feed,
    find: 'if (position.filling !== null) throw',
    replace: "if (position.filling !== null || page === 'expired') throw",
    harm: 'After half a year in a drawer a phone is never brought up to date again.',
  },
  {
    name: 'refill-without-pruning',
    file: feed,
    find: 'if (!changes.more && filling) await pruneTo(write, filling);',
    replace: '',
    harm: 'What was removed while nobody told is shown for good.',
  },
  {
    name: 'complete-too-early',
    file: feed,
    find: 'await putSync(write, { ...before, cursor: startsOver',
    replace: 'await putSync(write, { ...before, complete: true, cursor: startsOver',
    harm: 'Lists answer offline with the few records that have come so far.',
  },
  {
    name: 'pool-swallows-errors',
    file: 'sw/sync/sync-down-walk.ts',
    find: '      failure ??= { error };\n      throw error;',
    replace: '      failure ??= { error };\n      return undefined as never;',
    harm: 'A walk that failed halfway counts as done.',
  },
  {
    name: 'synced-in-anothers-name',
    file: 'sw/sync/syncing.ts',
    find: 'if (row?.session.brandId !== brandId) throw new NetworkFailure',
    replace: 'if (row === null) throw new NetworkFailure',
    harm: 'The copy of one brand is filled with the data of another.',
  },
  {
    name: 'superseded-run-goes-on',
    file: 'sw/sync/sync-down.ts',
    find: 'const isSuperseded = () => brand !== brandId || !deps.guard.isCurrent(reading);',
    replace: 'const isSuperseded = () => false;',
    harm: 'A sync that began before a logout leaves a copy without its beginning behind it.',
  },
  {
    name: 'token-of-another-brand',
    file: 'sw/network/session.ts',
    find: "refreshed.result !== 'refreshed' || refreshed.session.brandId !== session.brandId",
    replace: "refreshed.result !== 'refreshed'",
    harm: 'A request of one brand is repeated with the token of the one that logged in meanwhile.',
  },
  {
    name: 'refreshed-after-leaving',
    file: 'sw/database/session-copy.ts',
    find: 'before?.session.brandId === session.brandId ? keepNewer(session, before, put) : null',
    replace: 'keepNewer(session, before, put)',
    harm: 'A refresh that ends after the logout logs the brand in again.',
  },
  {
    name: 'older-session-kept',
    file: 'sw/database/session-copy.ts',
    find: 'return Date.parse(session.accessTokenExpiration) > Date.parse(own.accessTokenExpiration);',
    replace: 'return true;',
    harm: 'A page that was asleep puts back tokens that are over, and everybody is logged out.',
  },
  {
    name: 'anybodys-token-known',
    file: session,
    find: 'return row.session.accessToken === token || row.earlier.includes(token) ? row.session : null;',
    replace: 'return row.session;',
    harm: 'A page of one brand is answered with the data of another, and decides in its name.',
  },
  {
    name: 'session-ended-by-any-no',
    file: session,
    find: "if (said?.kind !== 'refused' || ",
    replace: 'if (said === undefined || ',
    harm: 'A gateway in trouble, or a server that restarts, logs everyone out.',
  },
  {
    name: 'portal-is-an-answer',
    file: 'sw/network/network.ts',
    find: 'const isAnswer = response.ok ? json !== undefined : v.is(errorSchema, json);',
    replace: 'const isAnswer = true;',
    harm: 'A hotel’s login page counts as the server.',
  },
  {
    name: 'status-not-told',
    file: 'sw/worker.ts',
    find: 'onProgress: on.changed,',
    replace: 'onProgress: () => undefined,',
    harm: 'The banner says that decisions wait which are sent.',
  },
  {
    name: 'session-taken-for-kept',
    file: 'sw/sync/status.ts',
    find: 'sessionOf: session?.session.brandId ?? null,',
    replace: "sessionOf: session?.session.brandId ?? 'brd_1',",
    harm: 'A phone whose session a late logout took is never brought up to date, and keeps no decision.',
  },
  {
    name: 'not-synced-after-sending',
    file: 'sw/worker.ts',
    find: 'sentSome = false;\n      await syncing.run();',
    replace: 'sentSome = false;',
    harm: 'What the server made of a decision is known a minute later.',
  },
];
