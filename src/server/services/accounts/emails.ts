import { and, count, eq, gt } from 'drizzle-orm';
import * as v from 'valibot';
import { deviceName } from '#domain/accounts/device-name.ts';
import type { Database } from '#server/database/database.ts';
import { emailCodes as codesTable } from '#server/database/tables/account-tables.ts';
import { defineBrandEmail } from '../mail/brand-email.ts';
import { type EmailCodes, isCodeOpen, issueCode } from './email-codes.ts';

interface Deps {
  db: Database;
  codes: EmailCodes;
  publicUrl(): string;
  now(): Date;
}

/** Maximum number of reset emails per hour; links sent earlier still work. */
const maxResetsAnHour = 10;
const hourMs = 3_600_000;

export const verificationEmail = defineBrandEmail({
  kind: 'verify-email',
  data: { codeId: v.string() },
  async render({ db, codes, publicUrl, now }: Deps, brand, { codeId }) {
    if (!(await isCodeOpen(db, brand.id, codeId, now()))) return null;
    const query = new URLSearchParams({ brand_id: brand.id, code: codes.codeOf(codeId) });
    return {
      subject: 'Verify your email',
      paragraphs: ['Please verify your email so that we can review your account.'],
      action: { label: 'Verify my email', url: `${publicUrl()}/verify/email?${query}` },
      footnote: 'The link works for 24 hours. If you didn’t sign up for Afield, ignore this email.',
    };
  },
});

/**
 * Anyone can request this email. The brand is looked up and the code created only when it is sent, so a request takes
 * equally long for an email without an account.
 */
export const passwordResetEmail = defineBrandEmail({
  kind: 'reset-password',
  data: {},
  async render({ db, codes, publicUrl, now: clock }: Deps, brand) {
    const now = clock();
    const recent = and(
      eq(codesTable.brandId, brand.id),
      eq(codesTable.kind, 'reset_password'),
      gt(codesTable.createdAt, new Date(now.getTime() - hourMs)),
    );
    const [sent] = await db.select({ total: count() }).from(codesTable).where(recent);
    if ((sent?.total ?? 0) >= maxResetsAnHour) return null;
    const codeId = await issueCode(db, codes, { brandId: brand.id, kind: 'reset_password', now });
    const query = new URLSearchParams({ brandId: brand.id, code: codes.codeOf(codeId) });
    return {
      subject: 'Reset your password',
      paragraphs: ['You asked to reset your password.'],
      action: { label: 'Choose a new password', url: `${publicUrl()}/reset/password?${query}` },
      footnote: 'The link works for 1 hour. If you didn’t ask for it, ignore this email. Your password won’t change.',
    };
  },
});

export const passwordChangedEmail = defineBrandEmail({
  kind: 'password-changed',
  data: {},
  render: ({ publicUrl }: Deps) => ({
    subject: 'Your password was changed',
    paragraphs: ['Your password was just changed. All other devices were logged out.'],
    action: { label: 'This wasn’t me', url: `${publicUrl()}/reset/request` },
    footnote: 'If this was you, you don’t need to do anything.',
  }),
});

export const newLoginEmail = defineBrandEmail({
  kind: 'new-login',
  data: { userAgent: v.nullable(v.string()), address: v.string() },
  render({ publicUrl }: Deps, brand, { userAgent, address }) {
    if (!brand.loginNotificationsEnabled) return null;
    return {
      subject: 'New login to your account',
      paragraphs: [
        `Someone logged in to your account: ${deviceName(userAgent)}${address ? `, from ${address}` : ''}.`,
        'If this was you, you don’t need to do anything. If not, change your password, which logs out all other devices.',
      ],
      action: { label: 'Open settings', url: `${publicUrl()}/dashboard/settings` },
      footnote: 'You can turn off these emails in Settings, under Email Notifications.',
    };
  },
});

/** Emails about a brand's access to its account. */
export const accountEmails = [verificationEmail, passwordResetEmail, passwordChangedEmail, newLoginEmail];
