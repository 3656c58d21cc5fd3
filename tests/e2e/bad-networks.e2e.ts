import { faultModes } from '#tests/faults/modes.ts';
import { approve, closeOffer, expectUpToDate, offerPanel, offerRow, openCampaign } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

test.describe('a decision arrives exactly once, though the network', () => {
  for (const { name, mode } of faultModes) {
    test(name, async ({ page, brand, cable, server }) => {
      const [draft] = brand.drafts;
      await openCampaign(page, brand);
      await cable.setMode(mode);
      await approve(page, draft);
      await expect(offerPanel(page, draft)).toContainText(/Approval queued|Waiting for link/);
      await closeOffer(page, draft);
      await cable.setMode({ kind: 'pass' });
      // The laws of the history check that nothing waited longer than 5 s or took effect twice.
      await expect(offerRow(page, draft)).toContainText('Waiting for link');
      await expectUpToDate(page);
      expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toHaveLength(1);
    });
  }
});
