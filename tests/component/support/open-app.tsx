import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach } from 'vitest';
import { type Session, writeSession } from '#api/session/session.ts';
import { createAppRouter } from '#src/router.ts';
import { cssVariables, theme } from '#ui/theme/theme.ts';
import { Toaster } from '#ui/toasts/Toaster.tsx';
import { aSession } from './examples.ts';
import { testQueryClient } from './render.tsx';

let leave: (() => void) | undefined;
afterEach(() => leave?.());

/** The whole app of a logged-in brand at one of its URLs, until the test ends. */
export function openApp(path: string, queryClient = testQueryClient(), session: Session = aSession()) {
  notifications.clean();
  writeSession(session);
  window.history.pushState(null, '', path);
  const router = createAppRouter(queryClient);
  leave = () => {
    router.history.destroy();
    window.history.replaceState(null, '', '/');
  };
  const view = render(
    <MantineProvider cssVariablesResolver={cssVariables} env="test" theme={theme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Toaster />
    </MantineProvider>,
  );
  const address = () => `${router.state.location.pathname}${router.state.location.searchStr}`;
  return { ...view, user: userEvent.setup(), queryClient, router, address };
}
