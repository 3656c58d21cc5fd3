import * as v from 'valibot';
import type { Database } from '#server/database/database.ts';
import { defineBrandEmail } from '../mail/brand-email.ts';

interface Deps {
  db: Database;
  publicUrl(): string;
  /** Address that brands can write to for help; null omits the contact. */
  supportEmail: string | null;
}

const becauseOfAccount = 'You’re receiving this email because you have an Afield account.';

const contactOf = ({ supportEmail }: Deps) =>
  supportEmail === null ? [] : [`If you have questions, email ${supportEmail}.`];

export const brandApprovedEmail = defineBrandEmail({
  kind: 'brand-approved',
  data: {},
  render: ({ publicUrl }: Deps) => ({
    subject: 'Your account is approved',
    paragraphs: ['We reviewed and approved your account. You can now set up your brand.'],
    action: { label: 'Open Afield', url: `${publicUrl()}/dashboard` },
    footnote: becauseOfAccount,
  }),
});

export const brandRejectedEmail = defineBrandEmail({
  kind: 'brand-rejected',
  data: { reason: v.nullable(v.string()) },
  render: (deps: Deps, _brand, { reason }) => ({
    subject: 'Your account was not approved',
    paragraphs: [
      'We reviewed your account and decided not to approve it.',
      ...(reason === null ? [] : [reason]),
      ...contactOf(deps),
    ],
    action: null,
    footnote: becauseOfAccount,
  }),
});

export const brandSuspendedEmail = defineBrandEmail({
  kind: 'brand-suspended',
  data: { reason: v.string() },
  render: (deps: Deps, _brand, { reason }) => ({
    subject: 'Your account is suspended',
    paragraphs: [
      'We suspended your account, so you can’t use your dashboard for now. The reason:',
      reason,
      'No new creators can join your campaigns until your account is active again. Creators who have accepted an offer can continue.',
      ...contactOf(deps),
    ],
    action: null,
    footnote: becauseOfAccount,
  }),
});

export const brandReinstatedEmail = defineBrandEmail({
  kind: 'brand-reinstated',
  data: {},
  render: ({ publicUrl }: Deps) => ({
    subject: 'Your account is active again',
    paragraphs: ['Your account is no longer suspended. You can use your dashboard again.'],
    action: { label: 'Open Afield', url: `${publicUrl()}/dashboard` },
    footnote: becauseOfAccount,
  }),
});

/** Emails about the team's decisions on brands. */
export const brandDecisionEmails = [brandApprovedEmail, brandRejectedEmail, brandSuspendedEmail, brandReinstatedEmail];
