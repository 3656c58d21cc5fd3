import * as v from 'valibot';
import { sandboxCardOf } from '#domain/money/sandbox-payments.ts';

const digitsOf = (typed: string) => typed.replace(/\D/g, '');

/** Groups a card number in fours, as printed on cards. */
export const formatCardNumber = (typed: string): string =>
  digitsOf(typed)
    .slice(0, 16)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** Formats as `MM/YY`, inserting the slash. */
export const formatExpiry = (typed: string): string =>
  digitsOf(typed)
    .slice(0, 4)
    .replace(/^(\d{2})(?=\d)/, '$1/');

export const cvcDigits = (typed: string): string => digitsOf(typed).slice(0, 4);

function isToCome(expiry: string, now = new Date()): boolean {
  const [, month = '', year = ''] = /^(\d{2})\/(\d{2})$/.exec(expiry) ?? [];
  const first = Number(month);
  return first >= 1 && first <= 12 && new Date(2000 + Number(year), first, 1) > now;
}

export const sandboxCardSchema = v.object({
  number: v.pipe(
    v.string(),
    v.nonEmpty('Card number is required'),
    v.check((typed) => sandboxCardOf(typed) !== undefined, 'Use one of the test cards below'),
  ),
  expiry: v.pipe(
    v.string(),
    v.nonEmpty('Expiry is required'),
    v.check((typed) => isToCome(typed), 'Enter a future month as MM/YY'),
  ),
  cvc: v.pipe(v.string(), v.nonEmpty('CVC is required'), v.regex(/^\d{3,4}$/, 'Enter 3 digits')),
});
export type SandboxCardForm = v.InferOutput<typeof sandboxCardSchema>;
