import { asc, isNull } from 'drizzle-orm';
import { type ChangeTemplate, maxNotesOnTemplate, type RequestedChange } from '#contract/brand/requested-changes.ts';
import type { Database } from '#server/database/database.ts';
import { changeTemplates } from '#server/database/tables/offer-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';

const { name, title, description } = changeTemplates;

const selectTemplates = (db: Database) =>
  db
    .select({ name, title, description })
    .from(changeTemplates)
    .orderBy(asc(changeTemplates.position), asc(name))
    .$dynamic();

/** Returns the templates of changes that a brand can request, in display order. Each accepts several notes. */
export async function readTemplates(db: Database): Promise<ChangeTemplate[]> {
  const templates = await selectTemplates(db).where(isNull(changeTemplates.retiredAt));
  return templates.map((template) => ({ ...template, takesNote: true, mostNotes: maxNotesOnTemplate }));
}

/** Returns all templates, including retired ones, since changes requested with them are still shown. */
export const readAllTemplates = (db: Database): Promise<ChangeTemplate[]> => selectTemplates(db);

/**
 * Checks that requested changes use existing templates. Retired ones are accepted because a client may have chosen
 * them earlier.
 * @throws {ApiError} 400
 */
export async function requireTemplates(db: Database, changes: readonly RequestedChange[]): Promise<void> {
  const known = new Set((await readAllTemplates(db)).map((template) => template.name));
  const issues = changes.flatMap(({ templateName }, index) =>
    known.has(templateName)
      ? []
      : [{ path: `body.requestedChanges.${index}.templateName`, message: 'Template name is required' }],
  );
  if (issues.length > 0) throw new ApiError('invalid_request', 'Template name is required', { issues });
}
