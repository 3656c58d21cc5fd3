/** Bytes that drafts may take on a device, whatever it has left. */
export const draftsRoom = { cap: 500_000_000, floor: 12_000_000, unknown: 50_000_000 };

/** The browser's estimate of this site's storage; parts that it doesn't give are undefined. */
export interface StorageLeft {
  quota?: number | undefined;
  usage?: number | undefined;
}

/**
 * Share of drafts: half of what the device has left for this site. Stored drafts count as left, or each download would shrink it.
 * Where that is very little drafts take nothing, since the queue and the copy need it.
 */
export function budgetOf({ quota, usage }: StorageLeft, keptBytes: number): number {
  if (quota === undefined || usage === undefined) return draftsRoom.unknown;
  const half = Math.floor((Math.max(quota - usage, 0) + keptBytes) / 2);
  return half < draftsRoom.floor ? 0 : Math.min(half, draftsRoom.cap);
}
