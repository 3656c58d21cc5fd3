import type { Mutant } from '../mutant.ts';

const media = 'sw/media/media.ts';
const wipe = 'sw/storage/wipe.ts';

/** Faults of storage, notifications and media. */
export const deviceMutants: readonly Mutant[] = [
  {
    name: 'receipts-left-at-logout',
    file: wipe,
    find: '      ...settled.filter((row) => isOfBrand(row, brandId)).map(({ actionId }) => receipts.delete(actionId)),\n',
    replace: '',
    harm: 'A brand’s decisions are still on the phone after its logout.',
  },
  {
    name: 'dropped-figures-not-noted',
    file: wipe,
    find: 'hasFigures: false, cursor, figuresDroppedAt: now',
    replace: 'cursor, figuresDroppedAt: now',
    harm: 'Figures that were dropped for lack of space show as zero, and are never fetched again.',
  },
  {
    name: 'sending-drops-the-copy',
    file: 'sw/storage/room.ts',
    find: 'if (options?.makesRoom === false) return connection.run(work, options);',
    replace: '',
    harm: 'On a full disk each sent decision costs the phone its stored data and media.',
  },
  {
    name: 'push-of-a-brand-that-left',
    file: 'sw/notices/push.ts',
    find: 'message === null || !isLoggedIn',
    replace: 'message === null',
    harm: 'A phone shows messages of a brand that has logged out.',
  },
  {
    name: 'badge-left-at-logout',
    file: 'sw/notices/badge.ts',
    find: 'if (row === null) return setBadge(0);',
    replace: 'if (row === null) return;',
    harm: 'The app’s badge keeps the number of a brand that has logged out.',
  },
  {
    name: 'notification-leads-anywhere',
    file: 'sw/notices/notification-click.ts',
    find: 'url.origin === origin && v.is(',
    replace: 'v.is(',
    harm: 'A notification’s URL on another site opens an unrelated page of the app.',
  },
  {
    name: 'media-stored-behind-logout',
    file: media,
    find: '    if (startedIn !== generation) await files.remove(cache, url);\n',
    replace: '',
    harm: 'A video that was being stored at logout stays on the phone.',
  },
  {
    name: 'newest-media-dropped',
    file: 'sw/media/lru-files.ts',
    find: 'a.usedAt - b.usedAt',
    replace: 'b.usedAt - a.usedAt',
    harm: 'The video that was just played is dropped first, and doesn’t play offline.',
  },
  {
    name: 'whole-video-in-spite-of-save-data',
    file: media,
    find: '!isDataSaver() && sizeOf',
    replace: 'sizeOf',
    harm: 'A user who saves data pays for a whole video of which they watched a part.',
  },
];
