import * as v from 'valibot';
import { listTags } from '#contract/brand/brand.ts';
import { getHealth } from '#contract/calls/health.ts';
import { errorBodySchema } from '#contract/wire/error.ts';
import { isMissingEndpoint } from '#domain/intents/classify-response.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';

/** `missing`: according to the response, the endpoint doesn't exist. */
type Answer = 'server' | 'missing' | 'none';

/**
 * Checks if the server itself responds, with JSON that matches the contract, even if that is an error. A portal's or gateway's
 * page doesn't count, regardless of its status. The provider's server may lack /health, in which case an endpoint of the
 * specification is called.
 */
export function createHealthCheck(fetchApi: Runtime['fetchApi']): (signal: AbortSignal) => Promise<boolean> {
  let hasHealth = true;

  async function askAt(path: string, schema: v.GenericSchema, signal: AbortSignal): Promise<Answer> {
    const response = await fetchApi(path, { cache: 'no-store', redirect: 'manual', signal });
    const { status } = response;
    if (status === 0 || response.redirected) return 'none';
    const body: unknown = await response.json().catch(() => null);
    if (v.is(response.ok ? schema : errorBodySchema, body)) return status < 500 ? 'server' : 'none';
    return isMissingEndpoint(status) ? 'missing' : 'none';
  }

  return async (signal) => {
    const said = hasHealth ? await askAt(getHealth.path, getHealth.answer, signal) : 'missing';
    if (said !== 'missing') return said === 'server';
    // Any server can respond with 404; ours is identified by a call that it must support.
    const isServer = (await askAt(listTags.path, listTags.answer, signal)) === 'server';
    if (isServer) hasHealth = false;
    return isServer;
  };
}
