import { and, eq, ne } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Database } from '#server/database/database.ts';
import { brands } from '#server/database/tables/tables.ts';
import { containsAddress } from './address-like.ts';
import { type DataOf, defineEmail, type EmailDefinition, type EmailKind, type Render } from './email-kind.ts';
import type { MailRow } from './outbox.ts';
import type { MailText } from './render.ts';
import { shortenName } from './shorten-name.ts';

const brandColumns = {
  id: brands.id,
  name: brands.name,
  emailVerified: brands.emailVerified,
  suspendedAt: brands.suspendedAt,
  postNotificationsEnabled: brands.postNotificationsEnabled,
  loginNotificationsEnabled: brands.loginNotificationsEnabled,
};

/** The recipient brand's current data. */
export type EmailedBrand = Pick<typeof brands.$inferSelect, keyof typeof brandColumns>;

/** An email to a brand without its greeting. */
export type BrandEmailText = Omit<MailText, 'greeting'>;

/** Defines a kind of email to a brand. It isn't sent if the brand no longer exists or was erased. */
export function defineBrandEmail<Deps extends { db: Database }, Entries extends v.ObjectEntries>({
  kind,
  data,
  render,
}: EmailDefinition<Entries, Render<Deps, EmailedBrand, Entries, BrandEmailText>>): EmailKind<Deps, DataOf<Entries>> {
  return defineEmail({
    kind,
    data,
    async render(deps: Deps, mail, parsed) {
      const brand = await readBrand(deps.db, mail);
      if (brand === null) return null;
      const text = await render(deps, brand, parsed);
      return text && { ...text, greeting: greetingOf(brand) };
    },
  });
}

async function readBrand(db: Database, { brandId, recipient }: MailRow): Promise<EmailedBrand | null> {
  const [brand] = await db
    .select(brandColumns)
    .from(brands)
    // An erased brand has no password, and its address must not receive anything.
    .where(and(ne(brands.passwordHash, ''), brandId === null ? eq(brands.email, recipient) : eq(brands.id, brandId)));
  return brand ?? null;
}

/**
 * Anyone can sign up with another person's email and a phishing link as the name. Emails to an unverified address
 * therefore omit a name that contains a link.
 */
const greetingOf = ({ name, emailVerified }: EmailedBrand): string =>
  emailVerified || !containsAddress(name) ? `Hello ${shortenName(name)},` : 'Hello,';
