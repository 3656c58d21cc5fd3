import { endpoints } from '#contract/calls/endpoints.ts';
import { noopObserve, type Observe } from '#server/observing/observe.ts';
import { readChanges } from '#server/services/feed/changes.ts';
import { readCursor } from '#server/services/feed/feed-cursor.ts';
import { KnownTotals } from '#server/services/feed/feed-totals.ts';
import { createRefills } from '#server/services/feed/refills.ts';
import type { Router } from '../router.ts';

export function mountChanges(router: Router, { observe = noopObserve }: { observe?: Observe }): void {
  const known = new KnownTotals();
  const refills = createRefills();
  router.brand(endpoints.getChanges, async ({ scope, query: { cursor } }) => {
    const changes = await refills.page(scope.brandId, cursor, () => readChanges(scope, cursor, known));
    const revisionOf = (text: string) => readCursor(text).revision;
    observe({
      of: 'feed page',
      revisions: cursor === undefined ? null : revisionOf(changes.cursor) - revisionOf(cursor),
    });
    return changes;
  });
}
