import type { EventOf, HistoryEvent } from './event.ts';

/** A record that reverted to an older version. */
export interface GoneBack {
  recordId: string;
  what: string;
}

/** Finds where an ordered history shows a viewer an older version of a record after a newer one that the server still has. */
export function goneBack(events: readonly HistoryEvent[]): GoneBack[] {
  const restores = events.filter((event): event is EventOf<'restored'> => event.kind === 'restored');
  const isVoid = (version: number) => restores.some(({ from, to }) => to < version && version <= from);
  const newest = new Map<string, number>();
  return events.flatMap((event): GoneBack[] => {
    if (event.kind !== 'shown' || isVoid(event.version)) return [];
    const { recordId, version, viewer = '' } = event;
    const key = `${recordId} ${viewer}`;
    const before = newest.get(key) ?? version;
    newest.set(key, Math.max(before, version));
    return version < before ? [{ recordId, what: `version ${version} shown after ${before}` }] : [];
  });
}
