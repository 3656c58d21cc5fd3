import * as v from 'valibot';
import { CommandError } from '#server/errors/command-error.ts';

/** PostgreSQL's unique_violation. */
const duplicateSchema = v.object({ code: v.literal('23505'), table: v.string(), detail: v.string() });

/** Names the duplicate row if the error is a unique violation; returns other errors unchanged. */
export function asCommandError(error: unknown, file: string): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof CommandError) return at;
    const duplicate = v.safeParse(duplicateSchema, { ...at });
    if (!duplicate.success) continue;
    const { table, detail } = duplicate.output;
    return new CommandError(
      `${file} can’t be imported: in ${table}, ${detail.replace(/^Key/, 'the key')} Nothing was changed.`,
      {
        cause: error,
      },
    );
  }
  return error;
}
