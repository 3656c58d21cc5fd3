import type { Brand } from '#contract/brand.ts';

/**
 * Brands for tests. The demo's approved brand with its forty campaigns hides faults, so the dashboard's calls and screens, sync
 * and the banner are tested with all of these:
 *
 * - `unverified`: has signed up, and hasn't opened the mailed link
 * - `unapproved`: has verified its email, and waits for the provider's team
 * - `approved`: has just been let in, with no campaign, no funds and onboarding still to do
 * - `oneCampaign`: has one running campaign, with one draft to review
 * - `suspended`: had funds and a running campaign when the team shut it out
 * - `erased`: its data was erased on request; a phone may still have its session
 * - `overlapping`: works with the same creators' accounts as `oneCampaign`
 */
export const personas = [
  'unverified',
  'unapproved',
  'approved',
  'oneCampaign',
  'suspended',
  'erased',
  'overlapping',
] as const;
export type Persona = (typeof personas)[number];

type Standing = Pick<Brand, 'emailVerified' | 'approvalStatus'>;
const letIn: Standing = { emailVerified: true, approvalStatus: 'APPROVED' };

/** Each persona's account as the server describes it; it knows nothing of one that was erased. */
export const standings: Readonly<Record<Exclude<Persona, 'erased'>, Standing>> = {
  unverified: { emailVerified: false, approvalStatus: 'PENDING' },
  unapproved: { emailVerified: true, approvalStatus: 'PENDING' },
  approved: letIn,
  oneCampaign: letIn,
  suspended: { emailVerified: true, approvalStatus: 'REJECTED' },
  overlapping: letIn,
};

/** Those that have done nothing yet, onboarding included. */
export const newlySignedUp: readonly Persona[] = ['unverified', 'unapproved', 'approved'];

/** Those with a session that may not use the dashboard. */
export const keptOut = ['unverified', 'unapproved', 'suspended'] as const satisfies readonly Persona[];
