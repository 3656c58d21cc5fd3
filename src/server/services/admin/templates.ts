import { asc, eq, sql } from 'drizzle-orm';
import { maxChangeTemplates } from '#contract/brand/requested-changes.ts';
import { customTemplate } from '#domain/offers/change-templates.ts';
import type { Database } from '#server/database/database.ts';
import { changeTemplates } from '#server/database/tables/offer-tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import type { AdminContext } from './shared/brands.ts';

type TemplateRow = typeof changeTemplates.$inferSelect;

/** A template of changes as listed for the team. */
export interface ListedTemplate {
  name: string;
  title: string;
  description: string;
  retired: boolean;
}
interface Outcome {
  template: ListedTemplate;
  changed: boolean;
}

const toListedTemplate = ({ name, title, description, retiredAt }: TemplateRow): ListedTemplate => ({
  ...{ name, title, description, retired: retiredAt !== null },
});

const readAll = async (db: Database) =>
  (await db.select().from(changeTemplates).orderBy(asc(changeTemplates.position), asc(changeTemplates.name))).filter(
    ({ name }) => name !== customTemplate,
  );

/** Returns all templates in order, including retired ones. */
export const listTemplates = async (db: Database): Promise<ListedTemplate[]> =>
  (await readAll(db)).map(toListedTemplate);

/**
 * Adds a template after the existing ones, with a name derived from its title. A retired template is offered again,
 * with this text.
 * @throws {CommandError} for a title that yields no valid name, for text with another placeholder, if the template is
 * already offered with another description, or if the limit on templates is reached
 */
export function addTemplate(
  { db }: AdminContext,
  { title, description }: Pick<TemplateRow, 'title' | 'description'>,
): Promise<Outcome> {
  requirePlaceholders(description);
  return alone(db, async (tx, rows) => {
    const name = nameOf(title);
    const found = rows.find((row) => row.name === name);
    if (found !== undefined && found.retiredAt === null) {
      if (found.title === title && found.description === description) {
        return { template: toListedTemplate(found), changed: false };
      }
      throw new CommandError(`The template ${name} already exists. Use change-template to change it.`);
    }
    const offered = rows.filter(({ retiredAt }) => retiredAt === null);
    // The template for changes in the brand's own words counts, too.
    if (offered.length + 1 >= maxChangeTemplates) {
      throw new CommandError(`There are already ${offered.length} templates, which is the limit. Retire one first.`);
    }
    const position = Math.max(-1, ...rows.map((row) => row.position)) + 1;
    const row = { name, title, description, position: found?.position ?? position, retiredAt: null };
    await tx.insert(changeTemplates).values(row).onConflictDoUpdate({ target: changeTemplates.name, set: row });
    return { template: toListedTemplate(row), changed: true };
  });
}

/**
 * Changes a template's text, which also applies to changes requested earlier. The name doesn't change.
 * @throws {CommandError} if there is no such template, or for text with another placeholder
 */
export function changeTemplate(
  { db }: AdminContext,
  { name, ...words }: { name: string; title?: string; description?: string },
): Promise<Outcome> {
  if (words.description !== undefined) requirePlaceholders(words.description);
  return alone(db, async (tx, rows) => {
    const row = requireTemplate(rows, name);
    const changed = { ...row, ...words };
    const isOther = changed.title !== row.title || changed.description !== row.description;
    if (isOther) await tx.update(changeTemplates).set(words).where(eq(changeTemplates.name, row.name));
    return { template: toListedTemplate(changed), changed: isOther };
  });
}

/**
 * Stops offering a template. Earlier requests with it are unaffected, and clients that chose it earlier can still send
 * it.
 * @throws {CommandError} if there is no such template, or it is the last one offered
 */
export function retireTemplate({ db, now }: AdminContext, name: string): Promise<Outcome> {
  return alone(db, async (tx, rows) => {
    const row = requireTemplate(rows, name);
    if (row.retiredAt !== null) return { template: toListedTemplate(row), changed: false };
    if (rows.filter(({ retiredAt }) => retiredAt === null).length === 1) {
      throw new CommandError('Brands need at least one template. Add another one first.');
    }
    const retiredAt = now();
    await tx.update(changeTemplates).set({ retiredAt }).where(eq(changeTemplates.name, row.name));
    return { template: toListedTemplate({ ...row, retiredAt }), changed: true };
  });
}

/** Serializes commands that change templates. */
function alone<T>(db: Database, work: (tx: Database, rows: TemplateRow[]) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${changeTemplates} in share row exclusive mode`);
    return work(tx, await readAll(tx));
  });
}

function requireTemplate(rows: readonly TemplateRow[], named: string): TemplateRow {
  const row = rows.find(({ name }) => name === named.trim().toUpperCase());
  if (row !== undefined) return row;
  const names = rows.map(({ name }) => name).join(', ');
  throw new CommandError(`There is no template ${named}. Expected one of ${names}.`);
}

/** Derives a template's name from its title, such as `MENTION_THE_PRICE` from `Mention the price`. */
function nameOf(title: string): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toUpperCase()
      .match(/[A-Z0-9]+/g) ?? [];
  const name = words.join('_').slice(0, 40).replace(/_$/, '');
  if (!/^[A-Z]/.test(name)) throw new CommandError('title: Expected one that begins with a letter from A to Z.');
  if (name === customTemplate)
    throw new CommandError('title: Custom is reserved for changes in the brand’s own words.');
  return name;
}

function requirePlaceholders(description: string): void {
  const others = (description.match(/\{[^}]*\}?/g) ?? []).filter((placeholder) => placeholder !== '{brand_name}');
  if (others.length > 0)
    throw new CommandError(`description: ${others[0]} is unknown. The only variable is {brand_name}.`);
}
