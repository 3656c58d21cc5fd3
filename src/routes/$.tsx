import { createFileRoute, redirect } from '@tanstack/react-router';

/** No screen: the root knows whether that is the login or the dashboard. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
