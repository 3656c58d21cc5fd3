import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { CommandError } from '../errors/command-error.ts';
import { decideOnBrand } from '../services/admin/brand-decisions.ts';
import { decideOnCampaign } from '../services/admin/campaigns.ts';
import { listBrandsAwaitingApproval, listCampaignsAwaitingReview } from '../services/admin/waiting.ts';
import { gateLogins } from './accounts.ts';

/** Delay before the simulated team decides. */
const reviewMs = 30_000;
const pollMs = 5_000;

interface Approvals {
  db: Database;
  now(): Date;
}

/** Approves brands and campaigns after half a minute, or proposes a fee, as the provider's team would with commands. */
export async function approvePending({ db, now }: Approvals): Promise<void> {
  const since = new Date(now().getTime() - reviewMs);
  for (const brand of await listBrandsAwaitingApproval(db, { since, but: gateLogins })) {
    await decideOnBrand({ db, now }, { brand, decision: 'APPROVED' });
  }
  for (const { id: campaignId, campaignType } of await listCampaignsAwaitingReview(db, since)) {
    const terms = campaignType === 'FLAT_FEE' ? { feeCents: 15_000, creators: 3 } : {};
    await decideOnCampaign({ db, now }, { campaignId, decision: 'APPROVED', ...terms }).catch(unlessRefused);
  }
}

/** One campaign that can't be approved, such as that of a brand in debt, mustn't block the others. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof CommandError)) throw error;
}

/** Polls every few seconds. @returns a function that stops it, after the current round */
export function startApprovals({ log, ...context }: Approvals & { log: Pick<Logger, 'error'> }): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= approvePending(context)
      .catch((error: unknown) => log.error({ err: error }, 'Approvals failed'))
      .finally(() => {
        running = null;
      });
  }, pollMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
