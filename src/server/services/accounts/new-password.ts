import { createHash } from 'node:crypto';
import { newPasswordProblem } from '#domain/accounts/password.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { commonPasswordDigests } from './common-password-digests.ts';

/**
 * Refuses a new password that breaks the rules or is too common.
 * @param path of the password in the request
 * @throws {ApiError} 400 with a message for the user
 */
export function requireGoodPassword(password: string, path = 'body.password'): void {
  const problem =
    newPasswordProblem(password) ??
    (isCommonPassword(password) ? 'This password is too easy to guess. Please choose another.' : null);
  if (problem !== null) throw new ApiError('invalid_request', problem, { issues: [{ path, message: problem }] });
}

const digestLength = 8;
const digests = new Set(commonPasswordDigests.replace(/\s/g, '').match(new RegExp(`.{${digestLength}}`, 'g')));

/** Letters that digits and symbols often replace, so `P4$$w0rd` counts as a word. */
const letterFor: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
};
/**
 * Maximum number of characters around a word that count as decoration, such as a `2026!` that satisfies the rules. A
 * password with more isn't considered a variant of the word.
 */
const maxDecoration = 6;

/**
 * True if a password is a common one with decoration: capitals, digits that replace letters, or digits and symbols
 * around it. The rules already refuse the plain ones; these are the variants that users choose instead.
 */
function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  // Try with and without the leading symbols, since some replace a letter.
  const starts = [text.replace(/^[^a-z]+/, ''), text].map((start) => start.replace(/[^a-z]+$/, ''));
  return starts.some((core) => {
    const word = [...core].map((character) => letterFor[character] ?? character).join('');
    return text.length - core.length <= maxDecoration && (isCommon(word) || isCommon(core.replace(/1/g, 'l')));
  });
}

const isCommon = (word: string) =>
  digests.has(
    createHash('sha256')
      .update(word.replace(/[^a-z]/g, ''))
      .digest('base64url')
      .slice(0, digestLength),
  );
