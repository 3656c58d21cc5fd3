import * as v from 'valibot';
import { call } from '#api/client.ts';
import { newUlid } from '#api/ids.ts';
import { createAttempts, isRolledBack, isTooOldToRetry, type KnownOutcome } from '#app/attempts/attempts.ts';
import { campaignCreationSchema, createCampaign } from '#contract/brand/campaign.ts';
import { anyId, timestamp, ulidSchema } from '#contract/wire/primitives.ts';
import { creationStore } from './attempt-store.ts';
import { type Creation, isSameRequest } from './creation.ts';

const attemptSchema = v.object({
  brandId: anyId,
  /** Slot of the campaign's draft in the storage. */
  slot: v.string(),
  key: ulidSchema,
  body: campaignCreationSchema,
  askedAt: timestamp,
  /** True if the server reported that nothing was created. A repeat of the request still reuses the key. */
  failed: v.boolean(),
});

/** A campaign creation, from before it's sent until its outcome is known. */
export type Attempt = Omit<v.InferOutput<typeof attemptSchema>, 'body'> & { body: Creation };
export type SettledCreation = KnownOutcome<{ id: string }>;

export const creations = createAttempts<Attempt, { id: string }>({
  store: creationStore,
  lockName: 'afield-campaign',
  schema: attemptSchema,
  ask: async ({ key, body }) => {
    const { data } = await call(createCampaign, { body, idempotencyKey: key });
    return { kind: 'done', done: { id: data.id } };
  },
  isUndone: isRolledBack,
  isStale: isTooOldToRetry,
  isOpen: ({ failed }) => !failed,
  keepFailed: (attempt) => ({ ...attempt, failed: true }),
});

/**
 * Returns the attempt for a request. A repeat of the same request within a short time is sent unchanged, with the same
 * key.
 */
export function attemptAt(brandId: string, slot: string, body: Creation): Attempt {
  const last = creations.read();
  if (last && last.slot === slot && !isTooOldToRetry(last) && isSameRequest(last.body, body))
    return { ...last, failed: false };
  return { brandId, slot, key: newUlid(), body, askedAt: new Date().toISOString(), failed: false };
}
