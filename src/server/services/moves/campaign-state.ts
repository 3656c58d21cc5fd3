import { and, eq, inArray, or } from 'drizzle-orm';
import { campaigns } from '../../database/tables.ts';

const running = ['SOURCING', 'ACTIVE', 'ENDING'] as const;
type CampaignRow = Pick<typeof campaigns.$inferSelect, 'approvalStatus' | 'status' | 'workerStatus'>;

/** Whether creators are at work in a campaign. */
export const isRunning = ({ approvalStatus, status, workerStatus }: CampaignRow): boolean =>
  approvalStatus === 'APPROVED' && status === 'ACTIVE' && running.some((each) => each === workerStatus);

/** {@link isRunning} as a condition. */
export const isRunningRow = () =>
  and(
    eq(campaigns.approvalStatus, 'APPROVED'),
    eq(campaigns.status, 'ACTIVE'),
    inArray(campaigns.workerStatus, [...running]),
  );

export const hasEnded = ({ workerStatus, status }: Pick<CampaignRow, 'workerStatus' | 'status'>): boolean =>
  status === 'ARCHIVED' || workerStatus?.startsWith('ENDED') === true;

/** {@link hasEnded} as a condition. */
export const hasEndedRow = () =>
  or(eq(campaigns.status, 'ARCHIVED'), inArray(campaigns.workerStatus, ['ENDED_SUCCESSFULLY', 'ENDED_UNSUCCESSFULLY']));
