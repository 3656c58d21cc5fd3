import * as v from 'valibot';
import { errorBodySchema } from '#contract/wire/error.ts';
import { ApiError } from './error.ts';

/**
 * The server's validation messages for single values of a request, by form field.
 *
 * @example issuesOf(error, { password: 'body.newPassword' }).password
 */
export function issuesOf<N extends string>(
  error: unknown,
  paths: Readonly<Record<N, string>>,
): Partial<Record<N, string>> {
  const body = error instanceof ApiError ? v.safeParse(errorBodySchema, error.body) : null;
  const issues = body?.success ? (body.output.issues ?? []) : [];
  const found: Partial<Record<N, string>> = {};
  for (const name of Object.keys(paths) as N[]) {
    const message = issues.find(({ path }) => path === paths[name])?.message;
    if (message !== undefined) found[name] = message;
  }
  return found;
}
