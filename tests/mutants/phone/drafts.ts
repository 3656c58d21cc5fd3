import type { Mutant } from '../mutant.ts';

const chunks = 'sw/drafts/chunks.ts';
const fetchPart = 'sw/drafts/fetch-part.ts';
const wanted = 'sw/drafts/wanted.ts';
const playback = 'sw/drafts/playback.ts';

/** Faults of drafts that are downloaded in chunks. */
export const draftMutants: readonly Mutant[] = [
  {
    name: 'chunk-one-byte-short',
    file: fetchPart,
    find: 'chunkBytes - 1}`;',
    replace: 'chunkBytes - 2}`;',
    harm: 'No draft is ever downloaded, since no chunk has the expected length.',
  },
  {
    name: 'range-one-byte-short',
    file: chunks,
    find: 'Math.min(end + 1 - index * chunkBytes, chunkBytes)',
    replace: 'Math.min(end - index * chunkBytes, chunkBytes)',
    harm: 'A player gets a byte less than it requested, and stops or fetches the draft from the network.',
  },
  {
    name: 'row-before-its-chunk',
    file: chunks,
    find: 'if ((stored?.haveBytes ?? 0) !== row.haveBytes) return;',
    replace: '',
    harm: 'A draft that was dropped during its download counts as stored, and its beginning is missing.',
  },
  {
    name: 'row-in-a-transaction-of-its-own',
    file: chunks,
    find: "    await transaction.objectStore('files').put(next);\n",
    replace: "    await database.put('files', next);\n",
    harm: 'Chunk and row aren’t stored together, so a kill in between leaves one without the other.',
  },
  {
    name: 'drafts-of-another-brand',
    file: 'sw/drafts/drafts.ts',
    find: '    await chunks.dropOthers(brandId);\n',
    replace: '',
    harm: 'The previous brand’s drafts stay on the phone of the next.',
  },
  {
    name: 'chunk-behind-the-logout',
    file: chunks,
    find: 'if (isStill()) await appendTo',
    replace: 'await appendTo',
    harm: 'A chunk that arrives after the logout is stored on the phone.',
  },
  {
    name: 'longest-waiting-dropped-first',
    file: chunks,
    find: 'b.since - a.since',
    replace: 'a.since - b.since',
    harm: 'A full phone drops the draft that has waited longest, and keeps the newest.',
  },
  {
    name: 'newest-draft-first',
    file: wanted,
    find: '(a, b) => a.since - b.since',
    replace: '(a, b) => b.since - a.since',
    harm: 'The space goes to the newest drafts, and those that have waited longest can’t be watched.',
  },
  {
    name: 'opaque-answer-stored',
    file: fetchPart,
    find: "if (type === 'opaque' || !/",
    replace: 'if (!/',
    harm: 'An opaque response is stored as a draft.',
  },
  {
    name: 'changed-file-goes-on',
    file: fetchPart,
    find: "if (!isSame) return left(response, { kind: 'changed' });",
    replace: '',
    harm: 'A draft is assembled from parts of two files, and doesn’t play.',
  },
  {
    name: 'short-answer-to-a-player',
    file: playback,
    find: 'const restStart = first === null ? start : keptEnd + 1;',
    replace: 'const restStart = first === null ? start : end + 1;',
    harm: 'A partly stored draft stops in the middle, even online.',
  },
  {
    name: 'draft-read-whole-before-it-plays',
    file: playback,
    find: 'await chunks.read(row, start, endOfChunk(start, keptEnd))',
    replace: 'await chunks.read(row, start, keptEnd)',
    harm: 'The first frame of a long draft appears only after all of it was read.',
  },
  {
    name: 'approved-draft-dropped',
    file: wanted,
    find: 'heldOffers.has(offerId) && haveBytes > 0',
    replace: 'haveBytes < 0',
    harm: 'An approved draft can’t be compared with its post while the post is still due.',
  },
  {
    name: 'download-in-spite-of-save-data',
    file: 'sw/drafts/policy.ts',
    find: 'if (isDataSaver()) return false;',
    replace: '',
    harm: 'A user who saves data pays for drafts that they haven’t opened.',
  },
];
