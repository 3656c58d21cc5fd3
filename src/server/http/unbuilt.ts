import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { ApiError } from '../api-error.ts';
import type { Router } from './router.ts';

/** Calls of the contract that this server answers with 501 `not_supported`, with what it says. Everything else works. */
const unbuilt: readonly (readonly [Endpoint, string])[] = [
  [endpoints.createCampaign, 'Creating campaigns is not supported by this server yet.'],
];

/** They check sessions and input as they will when they are built: a client's mistakes are told before the refusal. */
export function mountUnbuilt(router: Router): void {
  for (const [endpoint, message] of unbuilt) {
    const refuse = async () => {
      throw new ApiError('not_supported', message);
    };
    if (endpoint.access === 'public') router.open(endpoint, refuse);
    else if (endpoint.idempotent) router.act(endpoint, refuse);
    else router.brand(endpoint, refuse);
  }
}
