import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { defaultCampaignDays } from '#domain/time/period.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { hasFreePlace } from './places.ts';

const running = ['SOURCING', 'ACTIVE', 'ENDING'] as const;
type CampaignRow = Pick<typeof campaigns.$inferSelect, 'approvalStatus' | 'status' | 'workerStatus'>;

/** True if creators are working on a campaign. */
export const isRunning = ({ approvalStatus, status, workerStatus }: CampaignRow): boolean =>
  approvalStatus === 'APPROVED' && status === 'ACTIVE' && running.some((each) => each === workerStatus);

/** {@link isRunning} as an SQL condition. */
export const isRunningRow = () =>
  and(
    eq(campaigns.approvalStatus, 'APPROVED'),
    eq(campaigns.status, 'ACTIVE'),
    inArray(campaigns.workerStatus, [...running]),
  );

/** SQL condition: creators can make moves in the campaign: it is running and not paused. */
export const takesMovesRow = () => and(isRunningRow(), isNull(campaigns.pausedAt));

/** SQL condition: creators can be invited to the campaign. */
export const takesCreatorsRow = () => and(takesMovesRow(), ne(campaigns.workerStatus, 'ENDING'), hasFreePlace);

/** True for a campaign that has had creators, even if it has ended. */
export const hasStarted = ({ workerStatus }: Pick<CampaignRow, 'workerStatus'>): boolean =>
  workerStatus !== null && workerStatus !== 'QUEUED';

export const hasEnded = ({ workerStatus, status }: Pick<CampaignRow, 'workerStatus' | 'status'>): boolean =>
  status === 'ARCHIVED' || workerStatus?.startsWith('ENDED') === true;

/** {@link hasEnded} as an SQL condition. */
export const hasEndedRow = () =>
  or(eq(campaigns.status, 'ARCHIVED'), inArray(campaigns.workerStatus, ['ENDED_SUCCESSFULLY', 'ENDED_UNSUCCESSFULLY']));

/** SQL condition: the campaign has ended and isn't settled yet. */
export const isUnsettledRow = () =>
  and(eq(campaigns.approvalStatus, 'APPROVED'), hasEndedRow(), isNull(campaigns.settledAt));

/** The domain's `campaignRun` as an SQL expression: the campaign's planned end. */
export const plannedEnd = sql<Date>`coalesce(${campaigns.workerEndDate}, ${campaigns.endAt},
  coalesce(${campaigns.workerStartDate}, ${campaigns.startAt}) + make_interval(days => ${sql.raw(String(defaultCampaignDays))}))`;

/**
 * The domain's `waitStartMs` as an SQL expression: the time from which an offer's creator can act. Requires a join with
 * the campaign.
 */
export const waitsSince = sql<Date>`greatest(${offers.stageEnteredAt}, ${campaigns.resumedAt})`.mapWith(
  offers.stageEnteredAt,
);

/**
 * Ends a campaign's search for creators early, once a creator has submitted something. From then on, the brand can see
 * the offers, to which submission notices link.
 */
export async function endSourcing(writer: BrandWriter, campaignId: string): Promise<void> {
  const isSourcing = and(eq(campaigns.id, campaignId), eq(campaigns.workerStatus, 'SOURCING'));
  await writer.db
    .update(campaigns)
    .set({ workerStatus: 'ACTIVE', revision: writer.revision })
    .where(writer.own(campaigns, isSourcing));
}
