import { endpoints } from '../../contract/endpoints.ts';
import { logIn, refreshSession } from '../services/sessions.ts';
import type { HttpDeps } from './deps.ts';
import type { Router } from './router.ts';

export function mountAuth(router: Router, deps: HttpDeps): void {
  router.open(endpoints.login, ({ body, caller }) => logIn(deps, { ...body, ...caller }));
  router.open(endpoints.refreshBrand, ({ body }) => refreshSession(deps, body.brandId, body.refreshToken));
}
