import type { chargeStates } from '#server/database/tables/billing-tables.ts';
import type { LedgerEntry } from '../ledger.ts';
import type { ChargeOutcome } from './provider.ts';

export type ChargeState = (typeof chargeStates)[number];

/** Effect of an outcome: the charge's next state, its ledger entry and the payment's status. */
export interface ChargeStep {
  state: ChargeState;
  entry: Pick<LedgerEntry, 'kind' | 'lines'> | null;
  payment: { status: 'PENDING' | 'COMPLETED' | 'FAILED'; statusReason: string | null };
}

/** Shown while it's unknown whether money was taken. */
export const checkingReason = "We're checking with your bank. Don't pay again.";

/**
 * State machine of a charge. A charge is recorded as STARTED before the provider is called, and changes state only here:
 *
 * | from              | provider's outcome    | to        | ledger                              |
 * | ----------------- | --------------------- | --------- | ----------------------------------- |
 * | STARTED           | succeeded             | SUCCEEDED | `funds_added`: provider → available |
 * | STARTED           | processing or unknown | PENDING   | `funds_pending`: provider → pending |
 * | STARTED           | failed                | FAILED    | none: a failed card leaves no entry |
 * | PENDING           | succeeded             | SUCCEEDED | `funds_settled`: pending → available |
 * | PENDING           | failed                | FAILED    | `funds_failed`: pending → provider  |
 * | FAILED            | succeeded             | SUCCEEDED | `funds_added`: provider → available |
 * | anything else     |                       | unchanged | none                                |
 *
 * FAILED changes to SUCCEEDED if the money was taken after all, since received money must be on the books. SUCCEEDED
 * is final. A repeated, late or out-of-order outcome therefore changes nothing.
 * @returns null if nothing changes
 */
export function chargeStep(from: ChargeState, outcome: ChargeOutcome, cents: number): ChargeStep | null {
  if (from === 'SUCCEEDED') return null;
  switch (outcome.state) {
    case 'succeeded':
      return {
        state: 'SUCCEEDED',
        entry:
          from === 'PENDING'
            ? { kind: 'funds_settled', lines: { pending: -cents, available: cents } }
            : { kind: 'funds_added', lines: { provider: -cents, available: cents } },
        payment: { status: 'COMPLETED', statusReason: null },
      };
    case 'failed':
      if (from === 'FAILED') return null;
      return {
        state: 'FAILED',
        entry: from === 'PENDING' ? { kind: 'funds_failed', lines: { pending: -cents, provider: cents } } : null,
        payment: { status: 'FAILED', statusReason: outcome.reason },
      };
    default: {
      if (from === 'FAILED') return null;
      const statusReason = outcome.state === 'processing' ? null : checkingReason;
      return {
        state: 'PENDING',
        entry: from === 'STARTED' ? { kind: 'funds_pending', lines: { provider: -cents, pending: cents } } : null,
        payment: { status: 'PENDING', statusReason },
      };
    }
  }
}
