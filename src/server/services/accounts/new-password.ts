import { createHash } from 'node:crypto';
import { newPasswordProblem } from '#domain/accounts/password.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { commonPasswordDigests } from './common-password-digests.ts';

/**
 * Refuses a new password that breaks the rules, or is among the commonest.
 * @param path where in the request it is
 * @throws {ApiError} 400 with the words for people
 */
export function requireGoodPassword(password: string, path = 'body.password'): void {
  const problem =
    newPasswordProblem(password) ??
    (isCommonPassword(password) ? 'This password is too easy to guess. Please choose another.' : null);
  if (problem !== null) throw new ApiError('invalid_request', problem, { issues: [{ path, message: problem }] });
}

const digestLength = 8;
const digests = new Set(commonPasswordDigests.replace(/\s/g, '').match(new RegExp(`.{${digestLength}}`, 'g')));

/** Signs that stand for a letter: `P4$$w0rd` is a word. */
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
 * The most characters around a word that count as decoration, such as the `2026!` that the rules ask for; more is a password of
 * its own.
 */
const mostDecoration = 6;

/**
 * True if a password is one of the commonest, however it is decorated: with capitals, with digits for letters,
 * with digits and signs around it. The plain ones break the rules already; these are what people make of them.
 */
function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  // Signs in front are tried both ways, since some stand for a letter there.
  const starts = [text.replace(/^[^a-z]+/, ''), text].map((start) => start.replace(/[^a-z]+$/, ''));
  return starts.some((core) => {
    const word = [...core].map((character) => letterFor[character] ?? character).join('');
    return text.length - core.length <= mostDecoration && (isCommon(word) || isCommon(core.replace(/1/g, 'l')));
  });
}

const isCommon = (word: string) =>
  digests.has(
    createHash('sha256')
      .update(word.replace(/[^a-z]/g, ''))
      .digest('base64url')
      .slice(0, digestLength),
  );
