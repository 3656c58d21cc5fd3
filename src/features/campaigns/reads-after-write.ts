const askNetworkForMs = 5000;
let writtenAt = Number.NEGATIVE_INFINITY;

/** A campaign was changed: the phone's copy does not know it yet. */
export function noteCampaignWrite(): void {
  writtenAt = Date.now();
}

/** Options of calls that read: right after a write the network is asked before the copy. */
export const readsAfterWrite = (): { cacheControl?: 'no-cache' } =>
  Date.now() - writtenAt < askNetworkForMs ? { cacheControl: 'no-cache' } : {};
