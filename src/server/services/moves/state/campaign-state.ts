import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { defaultCampaignDays } from '#domain/time/period.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { hasFreePlace } from './places.ts';

const running = ['SOURCING', 'ACTIVE', 'ENDING'] as const;
type CampaignRow = Pick<typeof campaigns.$inferSelect, 'approvalStatus' | 'status' | 'workerStatus'>;

/** True if creators are at work in a campaign. */
export const isRunning = ({ approvalStatus, status, workerStatus }: CampaignRow): boolean =>
  approvalStatus === 'APPROVED' && status === 'ACTIVE' && running.some((each) => each === workerStatus);

/** {@link isRunning} as a condition. */
export const isRunningRow = () =>
  and(
    eq(campaigns.approvalStatus, 'APPROVED'),
    eq(campaigns.status, 'ACTIVE'),
    inArray(campaigns.workerStatus, [...running]),
  );

/** Campaigns in which creators can make moves, as a condition: a pause stops them. */
export const takesMovesRow = () => and(isRunningRow(), isNull(campaigns.pausedAt));

/** Campaigns that creators can be invited to, as a condition. */
export const takesCreatorsRow = () => and(takesMovesRow(), ne(campaigns.workerStatus, 'ENDING'), hasFreePlace);

/** True for a campaign that has had creators, even if it has ended. */
export const hasStarted = ({ workerStatus }: Pick<CampaignRow, 'workerStatus'>): boolean =>
  workerStatus !== null && workerStatus !== 'QUEUED';

export const hasEnded = ({ workerStatus, status }: Pick<CampaignRow, 'workerStatus' | 'status'>): boolean =>
  status === 'ARCHIVED' || workerStatus?.startsWith('ENDED') === true;

/** {@link hasEnded} as a condition. */
export const hasEndedRow = () =>
  or(eq(campaigns.status, 'ARCHIVED'), inArray(campaigns.workerStatus, ['ENDED_SUCCESSFULLY', 'ENDED_UNSUCCESSFULLY']));

/** Campaigns that have ended and wait for their settlement, as a condition. */
export const isUnsettledRow = () =>
  and(eq(campaigns.approvalStatus, 'APPROVED'), hasEndedRow(), isNull(campaigns.settledAt));

/** The domain's `campaignRun` as a column: when a campaign ends by its plan. */
export const plannedEnd = sql<Date>`coalesce(${campaigns.workerEndDate}, ${campaigns.endAt},
  coalesce(${campaigns.workerStartDate}, ${campaigns.startAt}) + make_interval(days => ${sql.raw(String(defaultCampaignDays))}))`;

/** The domain's `waitsSinceMs` as a column: from when an offer's creator has time. It needs the campaign joined. */
export const waitsSince = sql<Date>`greatest(${offers.stageEnteredAt}, ${campaigns.resumedAt})`.mapWith(
  offers.stageEnteredAt,
);

/**
 * Ends a campaign's search for creators before its days are over: one has handed something in. Offers are shown to the brand from
 * then on, and links in its notices of a submission lead there.
 */
export async function endSourcing(writer: BrandWriter, campaignId: string): Promise<void> {
  const isSourcing = and(eq(campaigns.id, campaignId), eq(campaigns.workerStatus, 'SOURCING'));
  await writer.db
    .update(campaigns)
    .set({ workerStatus: 'ACTIVE', revision: writer.revision })
    .where(writer.own(campaigns, isSourcing));
}
