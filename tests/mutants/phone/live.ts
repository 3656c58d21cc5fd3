import type { Mutant } from '../mutant.ts';

const live = 'src/server/services/feed/live/live.ts';
const page = 'src/features/sync/live/run-live-stream.ts';
const follow = 'src/features/sync/live/follow-stream.ts';

/** Faults of the stream of changes. */
export const liveMutants: readonly Mutant[] = [
  {
    name: 'stream-of-every-brand',
    file: live,
    find: '      const own = [...(streams.get(brandId) ?? [])];\n',
    replace: '      const own = brandId === "" ? [] : all();\n',
    harm: 'Each brand is notified of all others’ writes, and its phones sync in vain all day.',
  },
  {
    name: 'write-not-announced',
    file: 'src/server/database/brand-scope.ts',
    find: '      announced: announcement(brands.id, brands.revision),\n',
    replace: '',
    harm: 'A new draft appears a minute late.',
  },
  {
    name: 'heartbeat-missing',
    file: 'src/server/services/feed/live/event-stream.ts',
    find: 'if (missedBeats === 0) controller?.enqueue(beatText);',
    replace: 'if (missedBeats === 0) return;',
    harm: 'Proxies close silent streams, and clients reopen them all day.',
  },
  {
    name: 'stream-outlives-access',
    file: live,
    find: 'if (!allowed.has(stream.sessionId)) stream.end(keptOutMs);\n      else if',
    replace: 'if',
    harm: 'A device that was logged out, or whose brand was suspended, still learns when the brand changes.',
  },
  {
    name: 'reader-piles-up',
    file: 'src/server/services/feed/live/event-stream.ts',
    find: ' || !hasRoom()) return;',
    replace: ') return;',
    harm: 'A phone that reads slowly uses up the server’s memory.',
  },
  {
    name: 'stream-lock-never-released',
    file: page,
    find: '        wanted?.abort();\n',
    replace: '',
    harm: 'A hidden tab keeps the stream, and the visible one waits for the poll.',
  },
  {
    name: 'early-ends-not-counted',
    file: page,
    find: 'early = end.isEarly ? early + 1 : 0;',
    replace: 'early = 0;',
    harm: 'Behind a proxy that closes streams, a phone reconnects every second.',
  },
  {
    name: 'buffered-stream-kept',
    file: follow,
    find: '    expectWithin(helloTimeoutMs);\n',
    replace: '',
    harm: 'Behind a proxy that buffers, a connection is kept for nothing.',
  },
  {
    name: 'announced-change-not-fetched',
    file: 'sw/commands.ts',
    find: '    async serverChanged() {\n      keep(syncing.run());\n',
    replace: '    async serverChanged() {\n',
    harm: 'The stream is read, but screens still wait for the poll.',
  },
];
