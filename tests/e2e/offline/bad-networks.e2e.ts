import { faultModes } from '#tests/faults/modes.ts';
import { approve, closeOffer, expectUpToDate, offerPanel, offerRow, openCampaign } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

/** A brand has three drafts, so one first visit serves three networks. */
const atOnce = 3;
const groups = Array.from({ length: Math.ceil(faultModes.length / atOnce) }, (_, index) =>
  faultModes.slice(index * atOnce, (index + 1) * atOnce),
);

test.describe('a decision arrives exactly once on a network that', () => {
  for (const group of groups) {
    test(group.map(({ name }) => name).join('; '), async ({ page, brand, cable, server }) => {
      await openCampaign(page, brand);
      for (const [index, { name, mode }] of group.entries()) {
        await test.step(name, async () => {
          const draft = brand.drafts[index];
          if (draft === undefined) throw new Error(`No draft left for a network that ${name}`);
          await cable.setMode(mode);
          await approve(page, draft);
          await expect(offerPanel(page, draft)).toContainText(/Approval queued|Waiting for link/);
          await closeOffer(page, draft);
          await cable.setMode({ kind: 'pass' });
          // The history's laws check that no decision waited longer than 5 s or took effect twice.
          await expect(offerRow(page, draft)).toContainText('Waiting for link');
          await expectUpToDate(page);
          expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toHaveLength(1);
        });
      }
    });
  }
});
