import * as v from 'valibot';
import { newUlid } from '#api/ids.ts';
import { parseOfBrand } from '#app/stored-of-brand.ts';
import { campaignCreationSchema } from '#contract/campaign.ts';
import { anyId, timestamp, ulidSchema } from '#contract/primitives.ts';
import { readStoredCreation, useUnansweredCreation, writeStoredCreation } from './attempt-store.ts';
import { type Creation, isSameWish } from './creation.ts';

const attemptSchema = v.object({
  brandId: anyId,
  /** Storage key of its draft. */
  slot: v.string(),
  /** The Idempotency-Key: however often this is sent, one campaign is made and one budget held. */
  key: ulidSchema,
  body: campaignCreationSchema,
  askedAt: timestamp,
  /** The server has said that nothing was made. The same wish keeps its key all the same. */
  failed: v.boolean(),
});

/** A campaign that was asked for, from before it is sent until it is known what became of it. */
export type Attempt = Omit<v.InferOutput<typeof attemptSchema>, 'body'> & { body: Creation };

/** A wish of yesterday is not sent again by itself: its start is reckoned from the moment it arrives. */
const repeatedForMs = 3_600_000;

export const isOld = ({ askedAt }: Attempt): boolean => Date.now() - Date.parse(askedAt) > repeatedForMs;

const parsed = (text: string | null): Attempt | null => parseOfBrand(attemptSchema, text);

/** The attempt of this brand on this device; null where there is none. */
export const readAttempt = (): Attempt | null => parsed(readStoredCreation());
export const writeAttempt = (attempt: Attempt): void => writeStoredCreation(JSON.stringify(attempt));
export const clearAttempt = (): void => writeStoredCreation(null);

/** The attempt whose outcome nobody knows, unless this page has only just asked. */
export function useUnknownAttempt(): Attempt | null {
  const attempt = parsed(useUnansweredCreation());
  return attempt?.failed === false ? attempt : null;
}

/** The attempt at a wish: the same wish, asked for again soon, is sent as it was the first time. */
export function attemptAt(brandId: string, slot: string, body: Creation): Attempt {
  const last = readAttempt();
  if (last && last.slot === slot && !isOld(last) && isSameWish(last.body, body)) return { ...last, failed: false };
  return { brandId, slot, key: newUlid(), body, askedAt: new Date().toISOString(), failed: false };
}
