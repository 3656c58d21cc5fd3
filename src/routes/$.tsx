import { createFileRoute, redirect } from '@tanstack/react-router';

/** Unknown path: the root redirects to the login or the dashboard. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
