import { createFileRoute, redirect } from '@tanstack/react-router';
import { readSession } from '#api/session/session.ts';
import { ResetRequestScreen } from '#features/auth/reset/ResetRequestScreen.tsx';

export const Route = createFileRoute('/reset/request')({
  beforeLoad: () => {
    if (readSession() !== null) throw redirect({ to: '/', replace: true });
  },
  component: ResetRequestScreen,
});
