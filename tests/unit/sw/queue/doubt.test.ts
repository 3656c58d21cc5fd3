import { describe, expect, test } from 'vitest';
import type { Fate, WireRequest } from '#tests/support/worker/fake-network.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { aPhone, off1 } from '../a-phone.ts';

const json = (status: number, code: string): Fate => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ code, message: 'No.' }),
});

/** A decision whose first response was lost, so its outcome is unknown; later attempts are refused for good. */
async function inDoubt({
  acts,
  refusal,
  kind = 'approve' as 'approve' | 'reject',
}: {
  acts: boolean;
  refusal: Fate | 'by itself';
  kind?: 'approve' | 'reject';
}) {
  const phone = await aPhone();
  const { decide, network, live } = phone;
  const key = aKey();
  let posts = 0;
  const fateOf = ({ method }: WireRequest): Fate => {
    if (method !== 'POST') return { kind: 'pass' };
    posts += 1;
    if (posts === 1) return acts ? { kind: 'lose-answer' } : { kind: 'refuse' };
    return refusal === 'by itself' ? { kind: 'pass' } : refusal;
  };
  network.fateOf = fateOf;
  const first = await decide(off1, key, kind);
  await live(4000);
  return { ...phone, key, first, posts: () => posts };
}

describe.each([403, 404, 412, 422])('a %i after an attempt whose response was lost', (status) => {
  test('counts as sent if the request for changes shows on the offer', async () => {
    const { queue, settled, key, server, offer } = await inDoubt({
      acts: true,
      refusal: json(status, 'forbidden'),
      kind: 'reject',
    });
    expect(server.applied).toHaveLength(1);
    expect(await queue()).toEqual([]);
    expect(settled()).toEqual([`sent ${key}`]);
    expect(await offer(off1)).toEqual(server.offer(off1));
  });

  test('leaves the outcome unknown if the offer doesn’t show it, and shows the current offer', async () => {
    const { queue, key, server } = await inDoubt({ acts: true, refusal: json(status, 'forbidden') });
    // This test's server reports no attempts: an approved draft could be another one.
    expect(await queue()).toMatchObject([
      { actionId: key, state: 'attention', attention: { certainty: 'unknown', now: { value: server.offer(off1) } } },
    ]);
  });

  test('counts as refused if the offer still awaits a decision', async () => {
    const { queue, key } = await inDoubt({ acts: false, refusal: json(status, 'forbidden') });
    expect(await queue()).toMatchObject([
      { actionId: key, state: 'attention', attention: { certainty: 'refused', now: { value: { id: off1 } } } },
    ]);
  });
});

test('a waiting page gets “queued”, never a refusal', async () => {
  const { first, key } = await inDoubt({ acts: true, refusal: json(403, 'forbidden') });
  expect(first).toEqual({ status: 202, body: { queued: true, actionId: key, mayHaveArrived: true } });
});

test('an offer that the server no longer returns leaves the outcome unknown', async () => {
  const { decide, network, live, queue, server } = await aPhone();
  const key = aKey();
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : { kind: 'pass' });
  await decide(off1, key, 'reject');
  network.fateOf = ({ method, url }) =>
    method === 'POST' || url.pathname.endsWith(off1) ? json(404, 'not_found') : { kind: 'pass' };
  await live(6000);
  expect(server.applied).toHaveLength(1);
  expect(await queue()).toMatchObject([
    { actionId: key, state: 'attention', attention: { certainty: 'unknown', now: null } },
  ]);
});

test('the decision stays pending while the offer can’t be fetched', async () => {
  const { decide, network, live, queue, mend, server } = await aPhone();
  const key = aKey();
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : { kind: 'pass' });
  await decide(off1, key, 'reject');
  network.fateOf = ({ method, url }) => {
    if (method === 'POST') return json(403, 'forbidden');
    return url.pathname.endsWith(off1) ? { kind: 'answer', status: 502, body: '<h1>Sorry</h1>' } : { kind: 'pass' };
  };
  await live(6000);
  expect(await queue()).toMatchObject([{ actionId: key, state: 'waiting', mayHaveArrived: true }]);
  mend();
  await live(6000);
  expect(await queue()).toEqual([]);
  expect(server.applied).toHaveLength(1);
});

test('a decision retried by the user keeps its unknown outcome, and can’t be undone', async () => {
  const { phone, queue, key, network, clock } = await inDoubt({ acts: true, refusal: json(403, 'forbidden') });
  network.fateOf = () => ({ kind: 'refuse' });
  expect(await clock.until(phone.say({ type: 'retry', actionId: key }))).toMatchObject({ ok: true });
  expect(await queue()).toMatchObject([{ actionId: key, state: 'waiting', mayHaveArrived: true }]);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: false });
});

test('the effect of another decision from this device is not attributed to this one', async () => {
  const { clock, page, offer, network, live, queue, settled, server } = await aPhone();
  const [first, second] = [aKey(), aKey()];
  const seen = await offer(off1);
  expect((await clock.until(page.decide(seen, first, 'reject'))).status).toBe(200);
  let posts = 0;
  network.fateOf = ({ method }) => {
    if (method === 'POST') posts += 1;
    return method === 'POST' && posts === 1 ? { kind: 'lose-answer' } : { kind: 'pass' };
  };
  await clock.until(page.decide(seen, second, 'reject'));
  await live(4000);
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([first]);
  expect(settled()).toEqual([`sent ${first}`, `attention ${second}`]);
  expect(await queue()).toMatchObject([{ actionId: second, attention: { certainty: 'refused' } }]);
});
