import { endpoints } from '#contract/calls/endpoints.ts';
import { readBrand, requireOwnIcon, updateBrand } from '#server/services/accounts/brands.ts';
import { readTags } from '#server/services/campaigns/tags.ts';
import type { HttpDeps } from '../deps.ts';
import type { Router } from '../router.ts';

export function mountBrand(router: Router, { flags, uploads, now }: HttpDeps): void {
  router.brand(endpoints.getBrand, ({ scope }) => readBrand(scope));
  router.brand(endpoints.updateBrand, async ({ scope, body }) => {
    await requireOwnIcon(scope, uploads, { update: body, now: now() });
    return updateBrand(scope, body);
  });
  router.brand(endpoints.onboardBrand, ({ scope, body }) => updateBrand(scope, body));
  router.brand(endpoints.getFlags, async () => flags);
  router.brand(endpoints.listTags, ({ scope }) => readTags(scope.db));
}
