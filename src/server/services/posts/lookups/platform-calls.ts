import type { callOutbound, OutboundResponse } from '#server/services/shared/outbound/call.ts';

/** A GET request to a platform, with a capped body; null if no response arrived in time. */
export type PlatformCall = (url: URL, maxBytes: number) => Promise<OutboundResponse | null>;

/** Makes outbound calls: the guarded client, except in tests. */
export type Outbound = typeof callOutbound;

/** Creates calls about one link, which share a time limit in ms. They reach only public addresses. */
export function platformCalls(outbound: Outbound, timeoutMs: number): PlatformCall {
  const deadlineMs = performance.now() + timeoutMs;
  return async (url, maxBytes) => {
    const leftMs = Math.floor(deadlineMs - performance.now());
    if (leftMs <= 0) return null;
    const headers = { 'User-Agent': 'Afield', Accept: 'application/json, text/html' };
    try {
      return await outbound({ method: 'GET', url, headers, timeoutMs: leftMs, mustBePublic: true, maxBytes });
    } catch {
      return null;
    }
  };
}
