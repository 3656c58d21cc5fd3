/** Special characters of the specification. Others, such as the hyphen, may be used and don't count. */
const specialCharacters = '!@#$%^&*(),.?":{}|<>';

/** Requirements of a new password, in the order in which the specification's texts name them. */
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
 * The rules for password managers, as the value of an input's `passwordrules`
 * (https://developer.apple.com/documentation/security/customizing-password-autofill-rules). Without them, iOS suggests passwords
 * whose only special character is a hyphen.
 */
export const passwordRules = `minlength: 8; required: lower; required: upper; required: digit; required: [${specialCharacters}];`;

/**
 * The fault of a new password, as the forms say it; null for a good one. Each text names what is still missing from its
 * rule on, so the first broken rule is the one to show.
 */
export function newPasswordProblem(password: string): string | null {
  const broken = needs.findIndex(({ isMet }) => !isMet(password));
  return problems[broken] ?? null;
}

/** Names of what a new password lacks, for a hint that changes while it is typed. */
export const missingFromPassword = (password: string): string[] =>
  needs.filter(({ isMet }) => !isMet(password)).map(({ name }) => name);

/** The fault of its confirmation; null when it matches. */
export function confirmationProblem(password: string, confirmation: string): string | null {
  if (confirmation === '') return 'Password confirmation is required.';
  return confirmation === password ? null : 'The two passwords do not match.';
}
