import type { callOutbound, OutboundAnswer } from '#server/services/shared/outbound/call.ts';

/** A GET to a platform, with a capped body; null if no answer arrived in time. */
export type PlatformCall = (url: URL, mostBytes: number) => Promise<OutboundAnswer | null>;

/** Client that makes calls: the guarded one, except in tests. */
export type Outbound = typeof callOutbound;

/** Calls about one link, which share its time, ms. They go to public addresses only. */
export function platformCalls(outbound: Outbound, timeoutMs: number): PlatformCall {
  const deadlineMs = performance.now() + timeoutMs;
  return async (url, mostBytes) => {
    const leftMs = Math.floor(deadlineMs - performance.now());
    if (leftMs <= 0) return null;
    const headers = { 'User-Agent': 'Afield', Accept: 'application/json, text/html' };
    try {
      return await outbound({ method: 'GET', url, headers, timeoutMs: leftMs, mustBePublic: true, mostBytes });
    } catch {
      return null;
    }
  };
}
