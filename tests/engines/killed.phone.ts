import { approveOffline, expectText, expectUpToDate, offerRow, openCampaign } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

const decision = { method: 'POST', pathPattern: /\/evidence\/(accept|reject)$/ };

for (const [moment, fault] of [
  ['before the server hears of a decision', { kind: 'stall', match: decision }],
  ['after the server acted on a decision', { kind: 'lose-answer', match: decision, times: 1 }],
] as const) {
  test(`every decision arrives once after the browser is killed ${moment} and restarted`, async ({
    phone,
    tab,
    brand,
    cable,
    server,
    history,
  }) => {
    await openCampaign(tab, brand);
    await cable.setMode({ kind: 'refuse' });
    for (const draft of brand.drafts) await approveOffline(tab, draft);
    const met = fault.kind === 'stall' ? cable.nextRequest(decision) : cable.nextFault(decision);
    await cable.setMode(fault);
    await met;
    await phone.kill();
    history.record({ kind: 'closed' });
    await cable.setMode({ kind: 'pass' });

    await phone.start();
    const reopened = await phone.newTab();
    await reopened.open(`/dashboard/campaigns/${brand.campaignId}`);
    history.record({ kind: 'opened' });
    for (const draft of brand.drafts) await expectText(reopened, offerRow(draft), 'Waiting for link');
    await expectUpToDate(reopened);
    const ids = brand.drafts.map(({ offerId }) => offerId);
    const decided = server.applied.map(({ offerId }) => offerId).filter((id) => ids.includes(id));
    expect(decided.toSorted()).toEqual(ids.toSorted());
  });
}
