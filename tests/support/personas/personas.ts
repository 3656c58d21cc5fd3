import type { Brand } from '#contract/brand/brand.ts';
import type { ErrorCode } from '#contract/wire/error.ts';

/**
 * Brands for tests. The demo's approved brand with its forty campaigns hides bugs, so the dashboard's requests and
 * screens, sync and the banner are tested with all of these:
 *
 * - `unverified`: has signed up, and hasn't opened the emailed link
 * - `unapproved`: has verified its email, and awaits the provider's team
 * - `rejected`: the team rejected it; it was never approved
 * - `approved`: has just been approved, with no campaign, no funds and unfinished onboarding
 * - `oneCampaign`: has one running campaign, with one draft to review
 * - `suspended`: had funds and a running campaign when the team suspended it
 * - `erased`: its data was erased on request; a phone may still have its session
 * - `overlapping`: works with the same creators' accounts as `oneCampaign`
 */
export const personas = [
  'unverified',
  'unapproved',
  'rejected',
  'approved',
  'oneCampaign',
  'suspended',
  'erased',
  'overlapping',
] as const;
export type Persona = (typeof personas)[number];

type AccountState = Pick<Brand, 'emailVerified' | 'approvalStatus' | 'suspension'>;

export const suspension = { reason: 'Unpaid invoices.', since: '2026-03-15T12:00:00.000Z' };
const letIn: AccountState = { emailVerified: true, approvalStatus: 'APPROVED' };

/** Each persona's account as the server describes it; the server has none for an erased brand. */
export const accountStates: Readonly<Record<Exclude<Persona, 'erased'>, AccountState>> = {
  unverified: { emailVerified: false, approvalStatus: 'PENDING' },
  unapproved: { emailVerified: true, approvalStatus: 'PENDING' },
  rejected: { emailVerified: true, approvalStatus: 'REJECTED' },
  approved: letIn,
  oneCampaign: letIn,
  suspended: { emailVerified: true, approvalStatus: 'REJECTED', suspension },
  overlapping: letIn,
};

/** Those that have done nothing yet, including onboarding. */
export const newlySignedUp: readonly Persona[] = ['unverified', 'unapproved', 'rejected', 'approved'];

/** Those with a session that can't use the dashboard. */
export const keptOut = ['unverified', 'unapproved', 'rejected', 'suspended'] as const satisfies readonly Persona[];

/** Codes with which the server refuses their dashboard requests. */
export const refusalCodes = {
  unverified: 'email_not_verified',
  unapproved: 'not_approved',
  rejected: 'not_approved',
  suspended: 'suspended',
} as const satisfies Record<(typeof keptOut)[number], ErrorCode>;

/** Titles of the screens that they see instead of the dashboard. */
export const keptOutTitles = {
  unverified: 'Verify Your Email',
  unapproved: 'Account Under Review',
  rejected: 'Account Not Approved',
  suspended: 'Account Suspended',
} as const satisfies Record<(typeof keptOut)[number], string>;
