import { endpoints } from '#contract/endpoints.ts';
import { readChanges } from '../services/feed/changes.ts';
import { KnownTotals } from '../services/feed/feed-totals.ts';
import type { Router } from './router.ts';

export function mountChanges(router: Router): void {
  const known = new KnownTotals();
  router.brand(endpoints.getChanges, ({ scope, query }) => readChanges(scope, query.cursor, known));
}
