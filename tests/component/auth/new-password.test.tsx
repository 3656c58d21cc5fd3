import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SignupScreen } from '#features/auth/login/SignupScreen.tsx';
import { fakeApi } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

test('the hint shows what a new password lacks as it is typed, and password managers get the rules', async () => {
  fakeApi({});
  const { user } = renderWithApp(<SignupScreen />);
  const field = await screen.findByLabelText<HTMLInputElement>('Password');
  const hint = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
  const special = 'a special character (!@#$%^&*(),.?":{}|<>)';
  expect(hint()).toBe(`At least 8 characters, ${special}, an uppercase letter, and a number.`);
  await user.type(field, 'Dewdrop-');
  expect(hint()).toBe(`Still needed: ${special} and a number.`);
  await user.type(field, '1!');
  expect(hint()).toBe('This password meets all requirements.');
  for (const each of [field, screen.getByLabelText('Confirm password')]) {
    expect(each.getAttribute('passwordrules')).toMatch(/^minlength: 8; .*required: \[!@#/);
    expect(each.getAttribute('autocomplete')).toBe('new-password');
  }
});
