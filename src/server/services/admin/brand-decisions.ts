import { eq } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { brands } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { type MailContent, queueMail } from '../mail/outbox.ts';
import { queueSubmissionsMail } from '../notices/brands/queue-submissions.ts';
import { brandApprovedEmail, brandReinstatedEmail, brandRejectedEmail, brandSuspendedEmail } from './emails.ts';
import { type AdminContext, type ListedBrand, readAccount, writeAccount } from './shared/brands.ts';
import { requireSeen, seenOfBrand } from './shared/seen.ts';

/**
 * A brand after the team's decision. `changed` is false if it was already in that state, in which case no email is
 * sent.
 */
interface Decided {
  brand: ListedBrand;
  changed: boolean;
}

interface BrandDecision {
  /** The brand's email or id. */
  brand: string;
  decision: 'APPROVED' | 'REJECTED';
  /** The reason in the email to a rejected brand. */
  reason?: string | undefined;
  /** Tag of the brand as the operator saw it. */
  seen?: string | undefined;
}

/**
 * Approves or rejects a brand that has applied, and emails it.
 * @throws {CommandError} if there is no such brand, or it was approved before and has to be suspended or reinstated instead
 */
export const decideOnBrand = (context: AdminContext, { brand: named, decision, reason, seen }: BrandDecision) =>
  writeAccount(context, named, async (writer, brand): Promise<Decided> => {
    await requireSeenBrand(writer, seen);
    if (brand.suspension !== null) {
      throw new CommandError(`${brand.name} is suspended. Use reinstate-brand to give it access again.`);
    }
    if (decision === 'REJECTED' && brand.approvalStatus === 'APPROVED') {
      throw new CommandError(`${brand.name} is approved. Use suspend-brand to close its dashboard.`);
    }
    if (brand.approvalStatus === decision) return { brand, changed: false };
    const content =
      decision === 'APPROVED' ? brandApprovedEmail.of({}) : brandRejectedEmail.of({ reason: reason?.trim() || null });
    return change(context, writer, { approvalStatus: decision }, content);
  });

/**
 * Suspends an approved brand and shows it the reason. It can't use the dashboard, and its campaigns accept no new
 * creators. If the brand is already suspended, a new reason replaces the previous one.
 * @throws {CommandError} if there is no such brand, or it was never approved
 */
export const suspendBrand = (
  context: AdminContext,
  { brand: named, reason, seen }: { brand: string; reason: string; seen?: string | undefined },
) =>
  writeAccount(context, named, async (writer, brand): Promise<Decided> => {
    await requireSeenBrand(writer, seen);
    if (brand.suspension === null && brand.approvalStatus !== 'APPROVED') {
      throw new CommandError(`${brand.name} was never approved. Use reject-brand to reject it.`);
    }
    if (brand.suspension?.reason === reason) return { brand, changed: false };
    const suspendedAt = brand.suspension === null ? context.now() : new Date(brand.suspension.since);
    const columns = { approvalStatus: 'REJECTED', suspendedAt, suspensionReason: reason } as const;
    return change(context, writer, columns, brandSuspendedEmail.of({ reason }));
  });

/**
 * Gives a suspended brand access again.
 * @throws {CommandError} if there is no such brand, or it was never approved
 */
export const reinstateBrand = (
  context: AdminContext,
  { brand: named, seen }: { brand: string; seen?: string | undefined },
) =>
  writeAccount(context, named, async (writer, brand): Promise<Decided> => {
    await requireSeenBrand(writer, seen);
    if (brand.approvalStatus === 'APPROVED') return { brand, changed: false };
    if (brand.suspension === null) {
      throw new CommandError(`${brand.name} isn’t suspended. Use approve-brand to approve it.`);
    }
    const columns = { approvalStatus: 'APPROVED', suspendedAt: null, suspensionReason: null } as const;
    // Submissions during the suspension weren't announced.
    await queueSubmissionsMail(writer, context.now());
    return change(context, writer, columns, brandReinstatedEmail.of({}));
  });

/** @throws {CommandError} if the brand has changed since the operator saw it */
async function requireSeenBrand({ db, brandId }: BrandWriter, seen: string | undefined): Promise<void> {
  const [row] = await db.select().from(brands).where(eq(brands.id, brandId));
  if (row !== undefined) requireSeen(seen, seenOfBrand(row), 'The brand', 'show-brand');
}

async function change(
  { now }: AdminContext,
  writer: BrandWriter,
  columns: Partial<typeof brands.$inferInsert>,
  content: MailContent,
): Promise<Decided> {
  await writer.db
    .update(brands)
    .set({ ...columns, shownRevision: writer.revision })
    .where(eq(brands.id, writer.brandId));
  const brand = await readAccount(writer);
  await queueMail(writer.db, { brandId: brand.id, recipient: brand.email, content, now: now() });
  return { brand, changed: true };
}
