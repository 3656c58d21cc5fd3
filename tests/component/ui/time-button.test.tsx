import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exactTime } from '#ui/text/relative-time.ts';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import { renderWithApp } from '../support/render.tsx';

test('the button toggles between age and exact time on a tap, and by keyboard', async () => {
  const at = new Date(Date.now() - 3 * 60_000);
  const { user } = renderWithApp(<TimeButton at={at.toISOString()} />);
  await user.click(await screen.findByRole('button', { name: '3 min ago' }));
  expect(screen.getByRole('button', { name: exactTime(at), pressed: true })).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: '3 min ago', pressed: false })).toBeTruthy();
});
