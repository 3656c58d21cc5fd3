import * as v from 'valibot';
import { call } from '#api/client.ts';
import { newUlid } from '#api/ids.ts';
import { createAttempts, isRolledBack, isTooOldToRetry } from '#app/attempts/attempts.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { campaignChangeSchema, changeCampaign } from '#contract/brand/campaign-change.ts';
import { anyId, timestamp, ulidSchema } from '#contract/wire/primitives.ts';
import { changeStore } from './change-store.ts';

const attemptSchema = v.object({
  brandId: anyId,
  key: ulidSchema,
  campaignId: anyId,
  body: campaignChangeSchema,
  askedAt: timestamp,
});

/** A campaign change, from before it's sent until its outcome is known. */
export type ChangeAttempt = v.InferOutput<typeof attemptSchema>;

export const changes = createAttempts<ChangeAttempt, Campaign>({
  store: changeStore,
  lockName: 'afield-campaign-change',
  schema: attemptSchema,
  ask: async ({ campaignId, key, body }) => {
    const { data } = await call(changeCampaign, { params: { campaignId }, body, idempotencyKey: key });
    return { kind: 'done', done: data };
  },
  isUndone: isRolledBack,
  isStale: isTooOldToRetry,
});

export const newChange = (brandId: string, campaignId: string, body: ChangeAttempt['body']): ChangeAttempt => ({
  ...{ brandId, key: newUlid(), campaignId, body, askedAt: new Date().toISOString() },
});
