import { readActions } from '#sw/queue/outbox/actions.ts';
import { createFakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { campaignIdOf, offerIdOf } from '#tests/support/worker/model-server.ts';

export const brandId = 'brd_1';
export const [off1, off2, off3] = [offerIdOf(1), offerIdOf(2), offerIdOf(3)] as const;

/** A phone whose brand has logged in, by default with three offers to review. */
export async function aPhone({ offers = 3, campaigns = 0 } = {}) {
  const phone = createFakePhone();
  const { server, clock } = phone;
  for (let n = 1; n <= offers; n += 1) server.addOffer(brandId, offerIdOf(n));
  for (let n = 1; n <= campaigns; n += 1) server.addCampaign(brandId, campaignIdOf(n));
  const session = server.logIn(brandId);
  const page = pageOf(phone, session);
  await clock.until(page.open());
  await clock.advance(2000);
  phone.broadcasts.length = 0;
  const { network } = phone;
  return {
    ...phone,
    phone,
    page,
    session,
    offer: (id: string) => clock.until(page.offer(id)),
    /** Decides on the version of the offer that the phone shows. */
    decide: async (id: string, key: string, kind?: 'approve' | 'reject', holdMs?: number) =>
      clock.until(page.decide(await clock.until(page.offer(id)), key, kind, holdMs)),
    queue: () => clock.until(readActions(phone.outbox, brandId)),
    /** Messages to the page about decisions that left the queue or need attention. */
    settled: () =>
      phone.broadcasts.flatMap((message) =>
        message.type === 'action-settled' ? [`${message.outcome} ${message.actionId}`] : [],
      ),
    cut: () => {
      network.fateOf = () => ({ kind: 'refuse' });
    },
    mend: () => {
      network.fateOf = () => ({ kind: 'pass' });
    },
    /** Advances the clock while an open page sends its beats. */
    async live(ms: number, everyMs = 2000) {
      for (let passed = 0; passed < ms; passed += everyMs) {
        await clock.until(page.beat());
        await clock.advance(everyMs);
      }
    },
  };
}
