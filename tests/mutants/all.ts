import { besideMutants } from './beside.ts';
import { booksMutants } from './books.ts';
import { changeMutants } from './changes.ts';
import { copyMutants } from './copy.ts';
import { creatorMoneyMutants } from './creator-money.ts';
import { deviceMutants } from './device.ts';
import { draftMutants } from './drafts.ts';
import { earningHoldMutants } from './earning-holds.ts';
import { fundsMutants } from './funds.ts';
import { holdMutants } from './hold.ts';
import { inboxMutants } from './inbox.ts';
import { jobMutants } from './jobs.ts';
import { liveMutants } from './live.ts';
import { moveBrandMutants } from './move-brand.ts';
import type { Mutant } from './mutant.ts';
import { payoutMutants } from './payouts.ts';
import { proposalMutants } from './proposals.ts';
import { queueMutants } from './queue.ts';
import { settlementMutants } from './settlement.ts';
import { spendMutants } from './spend.ts';
import { syncMutants } from './sync.ts';
import { takeBackMutants } from './take-back.ts';

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
