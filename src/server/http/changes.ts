import { endpoints } from '../../contract/endpoints.ts';
import { readChanges } from '../services/changes.ts';
import type { Router } from './router.ts';

export function mountChanges(router: Router): void {
  router.brand(endpoints.getChanges, ({ scope, query }) => readChanges(scope, query.cursor));
}
