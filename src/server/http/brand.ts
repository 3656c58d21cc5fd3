import { endpoints } from '../../contract/endpoints.ts';
import { readBrand, updateBrand } from '../services/brands.ts';
import { readTags } from '../services/tags.ts';
import type { Router } from './router.ts';

export function mountBrand(router: Router): void {
  router.brand(endpoints.getBrand, ({ scope }) => readBrand(scope));
  router.brand(endpoints.updateBrand, ({ scope, body }) => updateBrand(scope, body));
  router.brand(endpoints.onboardBrand, ({ scope, body }) => updateBrand(scope, body));
  router.brand(endpoints.listTags, ({ scope }) => readTags(scope.db));
}
