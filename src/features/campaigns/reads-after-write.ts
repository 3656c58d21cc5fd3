const askNetworkForMs = 5000;
let writtenAt = Number.NEGATIVE_INFINITY;

/** Records that a campaign was changed, which the local copy doesn't reflect yet. */
export function noteCampaignWrite(): void {
  writtenAt = Date.now();
}

/** Options for reads: right after a write they try the network before the local copy. */
export const readsAfterWrite = (): { cacheControl?: 'no-cache' } =>
  Date.now() - writtenAt < askNetworkForMs ? { cacheControl: 'no-cache' } : {};
