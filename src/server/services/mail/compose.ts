import { and, count, eq, gt } from 'drizzle-orm';
import * as v from 'valibot';
import { deviceName } from '#domain/device-name.ts';
import { emailCodes as codesTable } from '#server/database/account-tables.ts';
import type { Database } from '#server/database/database.ts';
import { brands } from '#server/database/tables.ts';
import { type EmailCodes, isCodeOpen, issueCode } from '../accounts/email-codes.ts';
import type { CreatorLinks } from '../creators/links.ts';
import { composeLink } from '../creators/mail-link.ts';
import { composeCreator } from '../notices/compose-creator.ts';
import { composeTeam } from '../notices/compose-team.ts';
import type { ReminderLinks } from '../notices/unsubscribing.ts';
import { holdsAddress } from './address-like.ts';
import { composeCampaign } from './compose-campaign.ts';
import { composeSubmissions } from './compose-submissions.ts';
import { type MailContent, mailContentSchema } from './content.ts';
import { named } from './named.ts';
import type { MailRow } from './outbox.ts';
import type { MailText } from './render.ts';

export interface ComposeDeps {
  db: Database;
  codes: EmailCodes;
  links: CreatorLinks;
  reminders: ReminderLinks;
  /** Address at which users reach the app, without a slash at the end. */
  publicUrl(): string;
  /** Address that brands write to for help; null: mails name no contact. */
  supportEmail: string | null;
  now(): Date;
}

const shown = {
  id: brands.id,
  name: brands.name,
  emailVerified: brands.emailVerified,
  suspendedAt: brands.suspendedAt,
  postNotificationsEnabled: brands.postNotificationsEnabled,
  loginNotificationsEnabled: brands.loginNotificationsEnabled,
};
type Brand = Pick<typeof brands.$inferSelect, keyof typeof shown>;
type ContentOf<K extends MailContent['kind']> = Extract<MailContent, { kind: K }>;

/** The most reset links that are mailed in an hour: those that were sent still work. */
const mostResetsAnHour = 10;
const hourMs = 3_600_000;

/** Content of a mail of the outbox as of now; null if there is nothing to say any more. */
export async function composeMail(deps: ComposeDeps, mail: MailRow): Promise<MailText | null> {
  const content = v.parse(mailContentSchema, { ...(mail.data as object), kind: mail.kind });
  if (content.kind === 'team-waits') return composeTeam(deps);
  if (content.kind === 'offer-moved' || content.kind === 'offer-reminder') {
    return mail.brandId === null ? null : composeCreator(deps, { ...mail, brandId: mail.brandId }, content);
  }
  if (content.kind === 'creator-link') {
    return mail.brandId === null ? null : composeLink(deps, { ...mail, brandId: mail.brandId }, content);
  }
  const [brand] = await deps.db
    .select(shown)
    .from(brands)
    .where(mail.brandId === null ? eq(brands.email, mail.recipient) : eq(brands.id, mail.brandId));
  if (brand === undefined) return null;
  const text = await textOf(deps, brand, content);
  return text && { ...text, greeting: greetingOf(brand) };
}

/**
 * Anyone can sign up with another's email and a name that is a lure. So an email to an unverified address leaves out a name
 * that holds a link.
 */
const greetingOf = ({ name, emailVerified }: Brand): string =>
  emailVerified || !holdsAddress(name) ? `Hello ${named(name)},` : 'Hello,';

type Body = Omit<MailText, 'greeting'>;

/** Mails to the brand itself. */
type BrandContent = Exclude<MailContent, ContentOf<'team-waits' | 'offer-moved' | 'offer-reminder' | 'creator-link'>>;

function textOf(deps: ComposeDeps, brand: Brand, content: BrandContent): Promise<Body | null> | Body | null {
  const settings = { label: 'Open settings', url: `${deps.publicUrl()}/dashboard/settings` };
  const becauseOfAccount = 'You’re receiving this email because you have an Afield account.';
  const contact = deps.supportEmail === null ? [] : [`If you have questions, email ${deps.supportEmail}.`];
  switch (content.kind) {
    case 'verify-email':
      return verification(deps, brand, content);
    case 'reset-password':
      return passwordReset(deps, brand);
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        paragraphs: ['Your password was just changed. All other devices were logged out.'],
        action: { label: 'This wasn’t me', url: `${deps.publicUrl()}/reset/request` },
        footnote: 'If this was you, you don’t need to do anything.',
      };
    case 'new-login':
      if (!brand.loginNotificationsEnabled) return null;
      return {
        subject: 'New login to your account',
        paragraphs: [
          `Someone logged in to your account: ${deviceName(content.userAgent)}${content.address ? `, from ${content.address}` : ''}.`,
          'If this was you, you don’t need to do anything. If not, change your password, which logs out all other devices.',
        ],
        action: settings,
        footnote: 'You can turn off these emails in Settings, under Email Notifications.',
      };
    case 'brand-approved':
      return {
        subject: 'Your account is approved',
        paragraphs: ['We reviewed and approved your account. You can now set up your brand.'],
        action: { label: 'Open Afield', url: `${deps.publicUrl()}/dashboard` },
        footnote: becauseOfAccount,
      };
    case 'brand-rejected':
      return {
        subject: 'Your account was not approved',
        paragraphs: [
          'We reviewed your account and decided not to approve it.',
          ...(content.reason === null ? [] : [content.reason]),
          ...contact,
        ],
        action: null,
        footnote: becauseOfAccount,
      };
    case 'brand-suspended':
      return {
        subject: 'Your account is suspended',
        paragraphs: [
          'We suspended your account, so you can’t use your dashboard for now. The reason:',
          content.reason,
          'No new creators join your campaigns until your account is active again. Creators who have accepted an offer can continue.',
          ...contact,
        ],
        action: null,
        footnote: becauseOfAccount,
      };
    case 'brand-reinstated':
      return {
        subject: 'Your account is active again',
        paragraphs: ['Your account is no longer suspended. You can use your dashboard again.'],
        action: { label: 'Open Afield', url: `${deps.publicUrl()}/dashboard` },
        footnote: becauseOfAccount,
      };
    case 'campaign-begun':
      return brand.suspendedAt === null ? composeCampaign(deps, brand, content) : null;
    case 'campaign-approved':
    case 'campaign-rejected':
    case 'campaign-ended':
      return composeCampaign(deps, brand, content);
    case 'submissions-wait':
      return brand.postNotificationsEnabled && brand.suspendedAt === null ? composeSubmissions(deps, brand) : null;
  }
}

async function verification(
  deps: ComposeDeps,
  brand: Brand,
  { codeId }: ContentOf<'verify-email'>,
): Promise<Body | null> {
  if (!(await isCodeOpen(deps.db, brand.id, codeId, deps.now()))) return null;
  const query = new URLSearchParams({ brand_id: brand.id, code: deps.codes.codeOf(codeId) });
  return {
    subject: 'Verify your email',
    paragraphs: ['Please verify your email so that we can review your account.'],
    action: { label: 'Verify my email', url: `${deps.publicUrl()}/verify/email?${query}` },
    footnote: 'The link works for 24 hours. If you didn’t sign up for Afield, ignore this email.',
  };
}

/** The code is made here, not when it was asked for: asking takes as long for an e-mail that nobody has. */
async function passwordReset(deps: ComposeDeps, brand: Brand): Promise<Body | null> {
  const now = deps.now();
  const recent = and(
    eq(codesTable.brandId, brand.id),
    eq(codesTable.kind, 'reset_password'),
    gt(codesTable.createdAt, new Date(now.getTime() - hourMs)),
  );
  const [sent] = await deps.db.select({ total: count() }).from(codesTable).where(recent);
  if ((sent?.total ?? 0) >= mostResetsAnHour) return null;
  const codeId = await issueCode(deps.db, deps.codes, { brandId: brand.id, kind: 'reset_password', now });
  const query = new URLSearchParams({ brandId: brand.id, code: deps.codes.codeOf(codeId) });
  return {
    subject: 'Reset your password',
    paragraphs: ['You asked to reset your password.'],
    action: { label: 'Choose a new password', url: `${deps.publicUrl()}/reset/password?${query}` },
    footnote: 'The link works for 1 hour. If you didn’t ask for it, ignore this email. Your password won’t change.',
  };
}
