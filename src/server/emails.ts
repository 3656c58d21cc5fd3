import type { Database } from './database/database.ts';
import type { EmailCodes } from './services/accounts/email-codes.ts';
import { accountEmails } from './services/accounts/emails.ts';
import { brandDecisionEmails } from './services/admin/emails.ts';
import { holdEmails } from './services/admin/holds/hold-emails.ts';
import { creatorPaidEmail } from './services/admin/payouts/payout-email.ts';
import type { CreatorLinks } from './services/creators/links.ts';
import { creatorLinkEmail } from './services/creators/mail-link.ts';
import type { EmailRenderer } from './services/mail/email-kind.ts';
import type { ReminderLinks } from './services/notices/creators/unsubscribing.ts';
import { noticeEmails } from './services/notices/emails.ts';

export interface EmailDeps {
  db: Database;
  codes: EmailCodes;
  links: CreatorLinks;
  reminders: ReminderLinks;
  /** URL at which users reach the app, without a trailing slash. */
  publicUrl(): string;
  /** Contact for brands; null if emails should show none. */
  supportEmail: string | null;
  now(): Date;
}

/** Every email that the server sends. */
export const emails: readonly EmailRenderer<EmailDeps>[] = [
  ...accountEmails,
  ...brandDecisionEmails,
  ...noticeEmails,
  creatorLinkEmail,
  creatorPaidEmail,
  ...holdEmails,
];
