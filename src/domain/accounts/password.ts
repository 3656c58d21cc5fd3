/** Special characters listed by the specification. Others, such as the hyphen, are allowed but don't count. */
const specialCharacters = '!@#$%^&*(),.?":{}|<>';

/** Requirements of a new password, in the order of the specification's texts. */
const needs = [
  { name: '8 characters', isMet: (password: string) => password.length >= 8 },
  {
    name: `a special character (${specialCharacters})`,
    isMet: (password: string) => [...specialCharacters].some((each) => password.includes(each)),
  },
  { name: 'an uppercase letter', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { name: 'a number', isMet: (password: string) => /[0-9]/.test(password) },
] as const;

const problems = [
  'Password needs to be at least 8 characters, contain at least one special character, one uppercase letter, and one number.',
  'Password must contain at least one special character, one uppercase letter, and one number.',
  'Password must contain at least one uppercase letter, and one number.',
  'Password must contain at least one number.',
] as const;

/**
 * Rules for password managers, as the value of an input's `passwordrules`
 * (https://developer.apple.com/documentation/security/customizing-password-autofill-rules). Without them, iOS suggests passwords
 * whose only special character is a hyphen.
 */
export const passwordRules = `minlength: 8; required: lower; required: upper; required: digit; required: [${specialCharacters}];`;

/**
 * Error message for a new password; null if it is valid. Each text lists its own rule and the later ones, so the first broken
 * rule determines the text.
 */
export function newPasswordProblem(password: string): string | null {
  const broken = needs.findIndex(({ isMet }) => !isMet(password));
  return problems[broken] ?? null;
}

/** Unmet requirements of a new password, for a hint that updates while the user types. */
export const unmetPasswordRequirements = (password: string): string[] =>
  needs.filter(({ isMet }) => !isMet(password)).map(({ name }) => name);

/** Error message for the password confirmation; null if it matches. */
export function confirmationProblem(password: string, confirmation: string): string | null {
  if (confirmation === '') return 'Password confirmation is required.';
  return confirmation === password ? null : 'The two passwords do not match.';
}
