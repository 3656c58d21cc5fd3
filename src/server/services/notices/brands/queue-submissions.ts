import { and, desc, eq, inArray } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { brands } from '#server/database/tables/tables.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import { submissionsEmail } from './submissions-email.ts';

const hourMs = 3_600_000;

/**
 * Queues an email to a brand about a submission to review: at once, or an hour after the previous one. The email
 * lists everything pending when it is sent, so one that is already queued covers this submission, too. The writer's
 * lock serializes submissions.
 */
export async function queueSubmissionsMail(
  { db, brandId }: Pick<BrandWriter, 'db' | 'brandId' | 'revision'>,
  now: Date,
): Promise<void> {
  const [brand] = await db
    .select({ email: brands.email, isWanted: brands.postNotificationsEnabled })
    .from(brands)
    .where(eq(brands.id, brandId));
  if (!brand?.isWanted) return;
  const ofBrand = and(eq(mails.brandId, brandId), eq(mails.kind, submissionsEmail.kind));
  const [last] = await db
    .select({ status: mails.status, dueAt: mails.dueAt })
    .from(mails)
    .where(and(ofBrand, inArray(mails.status, ['WAITING', 'SENDING', 'SENT'])))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  if (last?.status === 'WAITING') return;
  const dueAt = new Date(Math.max(now.getTime(), (last?.dueAt.getTime() ?? 0) + hourMs));
  await queueMail(db, { brandId, recipient: brand.email, content: submissionsEmail.of({}), now, dueAt });
}
