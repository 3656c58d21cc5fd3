import * as v from 'valibot';
import { login } from '#contract/account/auth.ts';
import { isVisible } from '#contract/wire/controls.ts';
import { newPasswordProblem } from '#domain/accounts/password.ts';

const { email } = login.body.entries;

const newPassword = v.pipe(
  v.string(),
  v.maxLength(200, 'Password needs to be at most 200 characters.'),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? newPasswordProblem(dataset.value) : null;
    if (problem !== null) addIssue({ message: problem });
  }),
);
const confirmation = v.pipe(v.string(), v.nonEmpty('Password confirmation is required.'));
const mismatch = 'The two passwords do not match.';

/** An empty field has its own message, and each field should show only one problem. */
const matches = (typed: { password: string; confirmation: string }) =>
  typed.confirmation === '' || typed.confirmation === typed.password;

export const resetRequestSchema = v.object({ email });

export const signupSchema = v.pipe(
  v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.check(isVisible, 'Name is required.'),
      v.maxLength(120, 'Name needs to be at most 120 characters.'),
    ),
    email,
    password: newPassword,
    confirmation,
  }),
  v.forward(v.partialCheck([['password'], ['confirmation']], matches, mismatch), ['confirmation']),
);

export const newPasswordSchema = v.pipe(
  v.object({ password: newPassword, confirmation }),
  v.forward(v.partialCheck([['password'], ['confirmation']], matches, mismatch), ['confirmation']),
);

export const changedPasswordSchema = v.pipe(
  v.object({
    current: v.pipe(v.string(), v.nonEmpty('Password is required.')),
    password: newPassword,
    confirmation,
  }),
  v.forward(v.partialCheck([['password'], ['confirmation']], matches, mismatch), ['confirmation']),
);
