import { and, count, eq, gt } from 'drizzle-orm';
import * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import { emailCodes as codesTable } from '../../database/account-tables.ts';
import type { Database } from '../../database/database.ts';
import { brands, campaigns } from '../../database/tables.ts';
import { type EmailCodes, isCodeOpen, issueCode } from '../accounts/email-codes.ts';
import { composeSubmissions } from './compose-submissions.ts';
import { type MailContent, mailContentSchema } from './content.ts';
import { named } from './named.ts';
import type { MailRow } from './outbox.ts';
import type { MailText } from './render.ts';

export interface ComposeDeps {
  db: Database;
  codes: EmailCodes;
  /** Where users reach the app, without a slash at the end. */
  publicUrl(): string;
  now(): Date;
}

type Brand = Pick<typeof brands.$inferSelect, 'id' | 'name' | 'postNotificationsEnabled' | 'loginNotificationsEnabled'>;
type ContentOf<K extends MailContent['kind']> = Extract<MailContent, { kind: K }>;

/** More links than these in an hour are not sent, whoever asks: those that were sent still work. */
const mostResetsAnHour = 10;
const hourMs = 3_600_000;

/** What a mail of the outbox says now; null if there is nothing to say any more. */
export async function composeMail(deps: ComposeDeps, mail: MailRow): Promise<MailText | null> {
  const content = v.parse(mailContentSchema, { ...(mail.data as object), kind: mail.kind });
  const [brand] = await deps.db
    .select({
      id: brands.id,
      name: brands.name,
      postNotificationsEnabled: brands.postNotificationsEnabled,
      loginNotificationsEnabled: brands.loginNotificationsEnabled,
    })
    .from(brands)
    .where(mail.brandId === null ? eq(brands.email, mail.recipient) : eq(brands.id, mail.brandId));
  if (brand === undefined) return null;
  const text = await textOf(deps, brand, content);
  return text && { ...text, greeting: `Hello ${named(brand.name)},` };
}

type Body = Omit<MailText, 'greeting'>;

function textOf(deps: ComposeDeps, brand: Brand, content: MailContent): Promise<Body | null> | Body | null {
  const settings = { label: 'Open settings', url: `${deps.publicUrl()}/dashboard/settings` };
  const becauseOfAccount = 'You get this mail because of your account at Afield.';
  switch (content.kind) {
    case 'verify-email':
      return verification(deps, brand, content);
    case 'reset-password':
      return passwordReset(deps, brand);
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        paragraphs: ['The password of your account was just changed, and every other session has ended.'],
        action: { label: 'I did not do this', url: `${deps.publicUrl()}/reset/request` },
        footnote: 'If it was you, there is nothing to do.',
      };
    case 'new-login':
      if (!brand.loginNotificationsEnabled) return null;
      return {
        subject: 'New login to your account',
        paragraphs: [
          `Somebody logged in with your password: ${deviceName(content.userAgent)}${content.address ? `, from ${content.address}` : ''}.`,
          'If it was you, there is nothing to do. If not, change your password: that ends every other session.',
        ],
        action: settings,
        footnote: 'You can turn these mails off in the settings, under Email Notifications.',
      };
    case 'brand-approved':
      return {
        subject: 'Your account is approved',
        paragraphs: ['We have looked at your account, and it is approved. You can now set up your brand.'],
        action: { label: 'Open Afield', url: `${deps.publicUrl()}/dashboard` },
        footnote: becauseOfAccount,
      };
    case 'brand-rejected':
      return {
        subject: 'Your account was not approved',
        paragraphs: [
          'We have looked at your account, and can’t approve it as it is.',
          ...(content.reason === null ? [] : [content.reason]),
        ],
        action: null,
        footnote: becauseOfAccount,
      };
    case 'campaign-approved':
    case 'campaign-rejected':
      return campaignReview(deps, brand, content);
    case 'submissions-wait':
      return brand.postNotificationsEnabled ? composeSubmissions(deps, brand) : null;
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
    paragraphs: ['Please verify your email, so that we can review your account.'],
    action: { label: 'Verify my email', url: `${deps.publicUrl()}/verify/email?${query}` },
    footnote: 'The link works for 24 hours. If you did not sign up at Afield, ignore this mail.',
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
    paragraphs: ['Somebody, we hope you, asked for a new password.'],
    action: { label: 'Choose a new password', url: `${deps.publicUrl()}/reset/password?${query}` },
    footnote: 'The link works for 1 hour. If you did not ask for it, ignore this mail: your password stays as it is.',
  };
}

async function campaignReview(
  deps: ComposeDeps,
  brand: Brand,
  content: ContentOf<'campaign-approved' | 'campaign-rejected'>,
): Promise<Body | null> {
  const [campaign] = await deps.db
    .select({ name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.brandId, brand.id), eq(campaigns.id, content.campaignId)));
  if (campaign === undefined) return null;
  const name = named(campaign.name ?? `${brand.name} Campaign`);
  const isApproved = content.kind === 'campaign-approved';
  return {
    subject: isApproved ? `Approved: ${name}` : `Not approved: ${name}`,
    paragraphs: isApproved
      ? [`Your campaign “${name}” is approved. Its budget is set aside for it.`]
      : [`We can’t approve your campaign “${name}” as it is:`, content.reason, 'You can edit it and send it again.'],
    action: { label: 'Open the campaign', url: `${deps.publicUrl()}/dashboard/campaigns/${content.campaignId}` },
    footnote: 'You get this mail because the campaign is yours.',
  };
}
