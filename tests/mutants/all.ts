import { changeMutants } from './changes.ts';
import { jobMutants } from './jobs.ts';
import { booksMutants } from './money/books.ts';
import { creatorMoneyMutants } from './money/creator-money.ts';
import { earningHoldMutants } from './money/earning-holds.ts';
import { fundsMutants } from './money/funds.ts';
import { moveBrandMutants } from './money/move-brand.ts';
import { payoutMutants } from './money/payouts.ts';
import { proposalMutants } from './money/proposals.ts';
import { settlementMutants } from './money/settlement.ts';
import { spendMutants } from './money/spend.ts';
import type { Mutant } from './mutant.ts';
import { besideMutants } from './phone/beside.ts';
import { copyMutants } from './phone/copy.ts';
import { deviceMutants } from './phone/device.ts';
import { draftMutants } from './phone/drafts.ts';
import { holdMutants } from './phone/hold.ts';
import { inboxMutants } from './phone/inbox.ts';
import { liveMutants } from './phone/live.ts';
import { queueMutants } from './phone/queue.ts';
import { syncMutants } from './phone/sync.ts';
import { takeBackMutants } from './phone/take-back.ts';

export const mutants: readonly Mutant[] = [
  ...queueMutants,
  ...changeMutants,
  ...copyMutants,
  ...syncMutants,
  ...deviceMutants,
  ...takeBackMutants,
  ...holdMutants,
  ...inboxMutants,
  ...liveMutants,
  ...jobMutants,
  ...draftMutants,
  ...spendMutants,
  ...fundsMutants,
  ...payoutMutants,
  ...proposalMutants,
  ...creatorMoneyMutants,
  ...earningHoldMutants,
  ...settlementMutants,
  ...moveBrandMutants,
  ...besideMutants,
  ...booksMutants,
];
