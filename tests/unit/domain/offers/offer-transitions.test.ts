import { expect, it } from 'vitest';
import { stageAfterAccept, stageAfterReject } from '#domain/offers/offer-situation.ts';
import { aFulfillment } from '../examples.ts';

const link = aFulfillment({ evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://youtu.be/dQw4w9WgXcQ' });

it('the link is due after an accepted draft, without a rejected submission', () => {
  expect(stageAfterAccept(aFulfillment())).toEqual({
    type: 'SUBMIT_EVIDENCE',
    owed: { evidenceType: 'PUBLISHED_VIDEO_URL', rejectedFulfillmentId: null },
  });
});

it('an accepted link becomes the offer’s post', () => {
  expect(stageAfterAccept(link)).toEqual({ type: 'ONGOING', owed: null, finalPostUrl: link.fulfillment });
});

it.each([aFulfillment(), link])('a rejected submission is due again in the same kind: $evidenceType', (fulfillment) => {
  expect(stageAfterReject(fulfillment)).toEqual({
    type: 'SUBMIT_EVIDENCE',
    owed: { evidenceType: fulfillment.evidenceType, rejectedFulfillmentId: 'ful_1' },
  });
});
