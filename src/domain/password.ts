/**
 * The fault of a new password, as the forms say it; null for a good one. Each text names what is still missing from its
 * rule on, so the first broken rule is the one to show.
 */
export function newPasswordProblem(password: string): string | null {
  if (password.length < 8) {
    return 'Password needs to be at least 8 characters, contain at least one special character, one uppercase letter, and one number.';
  }
  if (!/[!@#$%^&*(),.?":{}|<>]/.test(password)) {
    return 'Password must contain at least one special character, one uppercase letter, and one number.';
  }
  if (!/\p{Lu}/u.test(password)) return 'Password must contain at least one uppercase letter, and one number.';
  if (!/[0-9]/.test(password)) return 'Password must contain at least one number.';
  return null;
}

/** The fault of its confirmation; null when it matches. */
export function confirmationProblem(password: string, confirmation: string): string | null {
  if (confirmation === '') return 'Password confirmation is required.';
  return confirmation === password ? null : 'The two passwords do not match.';
}
