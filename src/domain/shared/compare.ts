/** Newest first by ISO instant, then by id. Every list uses this total order, so pages never overlap. */
export function compareNewestFirst(a: { at: string; id: string }, b: { at: string; id: string }): number {
  // ISO instants of different precision don't sort as text.
  const later = Date.parse(b.at) - Date.parse(a.at);
  if (later !== 0) return later;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}
