import { standing as standingOf } from '#domain/offer-situation.ts';
import { campaignRun } from '#domain/period.ts';
import type { campaigns } from '#server/database/tables.ts';
import { toWorker } from '../campaign-worker.ts';
import type { Standing } from '../moves/situations.ts';

const dayMs = 86_400_000;

/** When the clock lets an offer expire: once its time is over, or its campaign; null where it waits for nobody. */
export function expiryOf({ situation }: Standing, campaign: typeof campaigns.$inferSelect): Date | null {
  const { stage, enteredAtMs, waits } = situation;
  if (standingOf(situation) !== stage) return null;
  const days = stage === 'OFFERED' ? waits.offeredDays : stage.startsWith('SUBMIT_') ? waits.submitDays : null;
  if (days === null) return null;
  const { startAt, endAt } = campaign;
  const { endMs } = campaignRun({
    CPMWorker: toWorker(campaign),
    startAt: startAt.toISOString(),
    endAt: endAt?.toISOString() ?? null,
  });
  return new Date(Math.min(enteredAtMs + days * dayMs, endMs));
}
