import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Toaster } from '../../../src/ui/Toaster.tsx';
import { toastError } from '../../../src/ui/toast.tsx';

test('another word on the same matter takes the place of the last one', async () => {
  render(
    <MantineProvider>
      <Toaster />
    </MantineProvider>,
  );
  for (const detail of ['One.', 'Two.']) act(() => toastError('Login failed', { id: 'login', detail }));
  await screen.findByText('Two.');
  await waitFor(() => expect(screen.queryByText('One.')).toBeNull());
});
