import { createHash, createHmac } from 'node:crypto';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { emailCodes as codesTable, type emailCodeKinds } from '#server/database/tables/account-tables.ts';
import { newId } from '#server/ids.ts';
import { deriveKey } from '../shared/access-tokens.ts';

export type EmailCodeKind = (typeof emailCodeKinds)[number];
type CodeRow = typeof codesTable.$inferSelect;

/** Lifetime of each kind of code. */
export const codeLifetimesMs: Record<EmailCodeKind, number> = {
  verify_email: 24 * 3_600_000,
  reset_password: 3_600_000,
};

export interface EmailCodes {
  /** Returns the code for an id. It is deterministic, so it is computed when the email is sent and never stored. */
  codeOf(id: string): string;
}

/** Derives codes from the server's secret, which makes them unguessable. The database has only their hashes. */
export function emailCodes(secret: string): EmailCodes {
  const key = deriveKey(secret, 'email code');
  return { codeOf: (id) => createHmac('sha256', key).update(id).digest('base64url') };
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

interface CodeRequest {
  brandId: string;
  kind: EmailCodeKind;
  now: Date;
}

/** Creates a code and returns its id. Earlier codes stay valid, so the link works in whichever email the user opens. */
export async function issueCode(tx: Database, codes: EmailCodes, request: CodeRequest): Promise<string> {
  const { brandId, kind, now } = request;
  const id = newId('cod', now);
  await tx.insert(codesTable).values({
    brandId,
    id,
    kind,
    codeHash: hashOf(codes.codeOf(id)),
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeLifetimesMs[kind]),
  });
  return id;
}

/** Returns the brand's code, used or not, if it hasn't expired. */
export async function findCode(db: Database, request: CodeRequest, code: string): Promise<CodeRow | null> {
  const { brandId, kind, now } = request;
  const [row] = await db
    .select()
    .from(codesTable)
    .where(
      and(
        eq(codesTable.brandId, brandId),
        eq(codesTable.kind, kind),
        eq(codesTable.codeHash, hashOf(code)),
        gt(codesTable.expiresAt, now),
      ),
    );
  return row ?? null;
}

/** Consumes a code, together with all others for the same purpose; false if it was used in the meantime. */
export async function useCode(tx: Database, { brandId, id, kind }: CodeRow, now: Date): Promise<boolean> {
  const isUnused = and(eq(codesTable.brandId, brandId), isNull(codesTable.usedAt));
  const used = await tx
    .update(codesTable)
    .set({ usedAt: now })
    .where(and(isUnused, eq(codesTable.id, id)))
    .returning({ id: codesTable.id });
  if (used.length === 0) return false;
  await tx
    .update(codesTable)
    .set({ usedAt: now })
    .where(and(isUnused, eq(codesTable.kind, kind)));
  return true;
}

/** Deletes a brand's codes of a kind. Marking them as used wouldn't suffice, since verification accepts used codes. */
export async function voidCodes(tx: Database, { brandId, kind }: Omit<CodeRequest, 'now'>): Promise<void> {
  await tx.delete(codesTable).where(and(eq(codesTable.brandId, brandId), eq(codesTable.kind, kind)));
}

/** True if a code can still be used, so its email is worth sending. */
export async function isCodeOpen(db: Database, brandId: string, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: codesTable.id })
    .from(codesTable)
    .where(
      and(
        eq(codesTable.brandId, brandId),
        eq(codesTable.id, id),
        isNull(codesTable.usedAt),
        gt(codesTable.expiresAt, now),
      ),
    );
  return rows.length > 0;
}

/** Deletes codes a day after they expired. */
export async function pruneCodes(db: Database, now: Date): Promise<void> {
  await db.delete(codesTable).where(lt(codesTable.expiresAt, new Date(now.getTime() - 86_400_000)));
}
