import { campaignEmails } from './brands/campaign-emails.ts';
import { submissionsEmail } from './brands/submissions-email.ts';
import { lowBudgetEmail } from './creators/low-budget-email.ts';
import { offerMovedEmail, offerReminderEmail } from './creators/offer-emails.ts';
import { teamDigestEmail } from './team/team-email.ts';

/** Emails that notify brands, creators and the team. */
export const noticeEmails = [
  ...Object.values(campaignEmails),
  ...[submissionsEmail, offerMovedEmail, offerReminderEmail, lowBudgetEmail, teamDigestEmail],
];
