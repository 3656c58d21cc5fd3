import { stopWorkers } from '#tests/support/browsers/stop-workers.ts';
import type { AppServer } from '../fixtures/server/app-server.ts';
import type { ReviewBrand } from '../fixtures/server/brand.ts';
import { approveOffline, expectUpToDate, offerRow, openCampaign } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ trace: 'off' });

const decision = { method: 'POST', pathPattern: /\/evidence\/(accept|reject)$/ };

/** Expects each decision once, in any order: a decision whose response was lost doesn't hold up other offers. */
function expectAllOnce({ applied }: AppServer, { drafts }: ReviewBrand) {
  const ids = drafts.map(({ offerId }) => offerId);
  const decided = applied.map(({ offerId }) => offerId).filter((id) => ids.includes(id));
  expect(decided.toSorted()).toEqual(ids.toSorted());
}

test.describe('an interrupted replay', () => {
  test.skip(({ browserName }) => browserName !== 'chromium', 'Only Chromium has its workers stopped');

  for (const [what, fault] of [
    ['before the server hears of it', { kind: 'stall', match: decision }],
    ['after the server acted', { kind: 'lose-answer', match: decision, times: 1 }],
  ] as const) {
    test(`sends everything once if the worker is stopped ${what}`, async ({ page, brand, cable, server }) => {
      await openCampaign(page, brand);
      await cable.setMode({ kind: 'refuse' });
      for (const draft of brand.drafts) await approveOffline(page, draft);
      const met = fault.kind === 'stall' ? cable.nextRequest(decision) : cable.nextFault(decision);
      await cable.setMode(fault);
      await met;
      await stopWorkers(page);
      await cable.setMode({ kind: 'pass' });
      await expectUpToDate(page);
      for (const draft of brand.drafts) await expect(offerRow(page, draft)).toContainText('Waiting for link');
      expectAllOnce(server, brand);
    });
  }
});
