import type { Step } from './life.ts';
import { archive, create, decide, passTime, settle } from './steps/campaigns.ts';
import { change } from './steps/changes.ts';
import { adjust, bankDecides, fund, reconcileAll, reverse } from './steps/money.ts';
import { fall, findPost, grow, growLate, invite, removePost, review } from './steps/offers.ts';
import { pay, undo } from './steps/payouts.ts';
import { race } from './steps/races.ts';

/** Every step of a life. A new one is an object of its own, listed here. */
export const steps: readonly Step[] = [
  ...[fund, reverse, bankDecides, adjust, reconcileAll],
  ...[create, decide, archive, settle, passTime],
  ...[invite, findPost, review, removePost, grow, growLate, fall],
  ...[change, pay, undo],
  race,
];
