/** Compares by ISO timestamp, newest first, then by id. Every list uses this total order, so pages never overlap. */
export function compareNewestFirst(a: { at: string; id: string }, b: { at: string; id: string }): number {
  // ISO timestamps of different precision don't sort correctly as text.
  const later = Date.parse(b.at) - Date.parse(a.at);
  if (later !== 0) return later;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}
