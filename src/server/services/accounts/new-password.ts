import { newPasswordProblem } from '#domain/password.ts';
import { ApiError } from '#server/api-error.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Refuses a new password that breaks the rules, or is among the commonest.
 * @param path where in the request it stands
 * @throws {ApiError} 400 with the words for people
 */
export function requireGoodPassword(password: string, path = 'body.password'): void {
  const problem =
    newPasswordProblem(password) ??
    (isCommonPassword(password) ? 'This password is too easy to guess. Please choose another.' : null);
  if (problem !== null) throw new ApiError('invalid_request', problem, { issues: [{ path, message: problem }] });
}
