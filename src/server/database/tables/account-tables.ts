import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';
import { brands } from './tables.ts';

/** A member of the provider's team. */
export const adminUsers = pgTable(
  'admin_users',
  {
    id: id().primaryKey(),
    /** Lowercase. */
    email: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('admin_users_email').on(table.email)],
);

/** A session of a team member: a family of refresh tokens, like a brand's. */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    id: id().primaryKey(),
    adminUserId: id()
      .notNull()
      .references(() => adminUsers.id, { onDelete: 'cascade' }),
    generation: integer().notNull().default(1),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (table) => [index('admin_sessions_user').on(table.adminUserId), index('admin_sessions_expiry').on(table.expiresAt)],
);

export const emailCodeKinds = ['verify_email', 'reset_password'] as const;

/** Single-use codes in emailed links. Only their hashes are stored: see services/accounts/email-codes.ts. */
export const emailCodes = pgTable(
  'email_codes',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    id: id().notNull(),
    kind: text({ enum: emailCodeKinds }).notNull(),
    codeHash: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.id] }), index('email_codes_expiry').on(table.expiresAt)],
);

/** An `UNSENT` email ran out of tries. A `FAILED` email may have been sent, so another try could send it twice. */
export const mailStatuses = ['WAITING', 'SENDING', 'SENT', 'DROPPED', 'REFUSED', 'UNSENT', 'FAILED'] as const;

/**
 * Outbox of emails, written in the same transaction as the change they report. `data` identifies the subject; the text
 * is rendered when it is sent, so no link's code is stored here.
 */
export const mails = pgTable(
  'mails',
  {
    id: id().primaryKey(),
    /** Null if the brand isn't looked up until the email is sent. */
    brandId: id().references(() => brands.id, { onDelete: 'cascade' }),
    recipient: text().notNull(),
    kind: text().notNull(),
    data: jsonb().$type<unknown>().notNull(),
    status: text({ enum: mailStatuses }).notNull().default('WAITING'),
    tries: integer().notNull().default(0),
    createdAt: instant().notNull(),
    /** Time of sending, or of the next retry. */
    dueAt: instant().notNull(),
    /** Time at which it was leased, its lease was last renewed, or it reached its final status. */
    changedAt: instant().notNull(),
    lastError: text(),
  },
  (table) => [index('mails_due').on(table.status, table.dueAt), index('mails_brand').on(table.brandId)],
);
