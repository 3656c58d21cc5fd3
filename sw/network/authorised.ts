import type { BrandSession } from '#contract/auth.ts';
import { StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { Network, NetworkAnswer, NetworkRequest } from './network.ts';
import type { Sessions } from './session.ts';

export interface Authorised {
  /**
   * Sends a request in the name of a brand. A refused token is refreshed; the answer is a 401 only where the session is over,
   * or is another brand's by now.
   * @throws {NetworkFailure} where the server was not reached
   */
  send(session: BrandSession, request: NetworkRequest): Promise<NetworkAnswer>;
}

/** A pair whose answer was lost is given once more, and its access token may have run out by then. */
const mostRefreshes = 2;

/** With no storage to keep a pair of tokens in the page has to refresh its own. */
function unavailable(error: unknown): { result: 'none' } {
  if (error instanceof StorageUnavailableError) return { result: 'none' };
  throw error;
}

export function createAuthorised(network: Network, sessions: Sessions): Authorised {
  const sendWith = ({ accessToken }: BrandSession, request: NetworkRequest) =>
    network.send({ ...request, headers: { ...request.headers, Authorization: `Bearer ${accessToken}` } });
  return {
    async send(session, request) {
      let current = session;
      for (let refreshes = 0; ; refreshes += 1) {
        const answer = await sendWith(current, request);
        if (answer.status !== 401 || refreshes === mostRefreshes) return answer;
        const refreshed = await sessions.refresh(current.accessToken).catch(unavailable);
        if (refreshed.result !== 'refreshed' || refreshed.session.brandId !== session.brandId) return answer;
        current = refreshed.session;
      }
    },
  };
}
