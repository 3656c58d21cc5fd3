import { limits } from '#domain/shared/limits.ts';
import type { Connectivity } from '#sw/network/connectivity.ts';
import { NetworkFailure } from '#sw/network/network.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { intermediaryError, offlineResponse, serverTimeoutResponse } from './json-answers.ts';
import type { Patience } from './patience.ts';
import type { Fetched } from './sources.ts';

/** Time after which a page whose data isn't stored gets an offline response. */
const offlineAfterMs = 20_000;
/**
 * Time after which a silent server counts as slow. It is shorter than the page's own timeout of 30 s, which can't distinguish a
 * slow server from a missing network.
 */
const silentAfterMs = limits.requestTimeoutMs - 1500;
/** Time for which a server counts as reachable after it responded to another call. */
const reachedForMs = 10_000;

interface Deps extends Pick<Runtime, 'monotonicNow' | 'wait'> {
  connectivity: Connectivity;
}

/**
 * Waits for the network on behalf of a page whose data isn't stored. Resolves to the network's response, or to an error response
 * if the network failed or took too long. A slow server doesn't count as a missing network.
 */
export async function waitForNetwork(
  { connectivity, monotonicNow, wait }: Deps,
  asked: Promise<Fetched | NetworkFailure>,
  patience: Patience,
): Promise<Fetched | Response> {
  const over = new AbortController();
  let answeredAt = Number.NEGATIVE_INFINITY;
  const stop = connectivity.onAnswer(() => {
    answeredAt = monotonicNow();
  });
  const isReached = () => connectivity.isOnline() || monotonicNow() - answeredAt < reachedForMs;
  const waitedMs = patience.waitedMs();
  const late = wait(Math.max(offlineAfterMs - waitedMs, 0), over.signal).then(async () => {
    if (over.signal.aborted) return asked;
    if (!isReached()) return null;
    const silent = wait(silentAfterMs - patience.waitedMs(), over.signal).then(() => 'silent' as const);
    return Promise.race([asked, silent]);
  });
  const came = await Promise.race([asked, late]);
  over.abort();
  stop();
  if (came === 'silent') return isReached() ? serverTimeoutResponse() : offlineResponse();
  if (came === null) return offlineResponse();
  if (!(came instanceof NetworkFailure)) return came;
  const isSlow = came.timedOut && isReached();
  return isSlow ? serverTimeoutResponse() : (intermediaryError(came) ?? offlineResponse());
}
