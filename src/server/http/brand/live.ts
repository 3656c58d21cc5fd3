import { endpoints } from '#contract/calls/endpoints.ts';
import type { HttpDeps } from '../deps.ts';
import type { Router } from '../router.ts';

export function mountLive(router: Router, { live }: Pick<HttpDeps, 'live'>): void {
  router.events(endpoints.streamChanges, live.open);
}
