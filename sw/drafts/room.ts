/** Limits on the space that drafts may take, in bytes, regardless of the device's free space. */
export const draftStorageLimits = { cap: 500_000_000, floor: 12_000_000, unknown: 50_000_000 };

/** The browser's estimate of this site's storage; undefined if it doesn't provide one. */
export interface StorageEstimate {
  quota?: number | undefined;
  usage?: number | undefined;
}

/**
 * Storage budget for drafts: half of the space left for this site. Stored drafts count as free space, or each download would
 * shrink the budget. If half is below the floor, drafts get nothing, since the queue and the copy need it.
 */
export function budgetOf({ quota, usage }: StorageEstimate, keptBytes: number): number {
  if (quota === undefined || usage === undefined) return draftStorageLimits.unknown;
  const half = Math.floor((Math.max(quota - usage, 0) + keptBytes) / 2);
  return half < draftStorageLimits.floor ? 0 : Math.min(half, draftStorageLimits.cap);
}
